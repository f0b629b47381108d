import { expect } from 'chai';
import { conflict, ServiceError } from '../../domain/errors.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { LedgerWrite } from '../write-claim.ts';
import { whileLeased } from './record-lease.ts';

const quote = { type: 'quotes', providerId: 'quote' } as const;

function writeWith(ports: object, actor?: string): LedgerWrite {
  const connection = { status: 'active', providerTenantId: 'tenant' };
  const ledger = { connection, context: actor ? { actor } : { lane: 'automation' } };
  return { ports, ledger, claim: { providerKey: () => 'owner' } } as unknown as LedgerWrite;
}

describe('waiting for a record that another change holds', () => {
  it('takes one of the ten waiting places of its key; a worker has none and takes none', async () => {
    let isHeld = true;
    let letGo = () => {};
    const wait = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const ports = {
      storage: { recordLeases: { take: async () => !isHeld, release: async () => {} } },
      clock: { now: () => new Date(), wait: () => wait },
      ids: { next: () => 'token' },
    };
    const change = (actor?: string) => whileLeased(writeWith(ports, actor), quote, async () => 'done');
    const waiting = [...Array.from({ length: 10 }, () => change('key_1')), change(), change('key_2')];
    // Each of them has asked once before the next request does.
    await new Promise(setImmediate);
    expect((await refusalOf(change('key_1'))).details.reason).to.equal('key_concurrency');
    isHeld = false;
    letGo();
    expect(await Promise.all(waiting)).to.deep.equal(Array(12).fill('done'));
    expect(await change('key_1')).to.equal('done');
  });
});

describe('the lease of a write that failed', () => {
  const answered = { status: 500, messages: [] };
  const unknown = { outcome: 'unknown' } as const;
  const cases: Readonly<Record<string, readonly [error: Error, isKept: boolean]>> = {
    'whose answer never came': [new ServiceError('PROVIDER_TIMEOUT', 'no answer', unknown), true],
    'that a gateway gave up on': [
      new ServiceError('PROVIDER_TIMEOUT', 'the provider did not answer in time', {
        ...unknown,
        providerError: answered,
      }),
      true,
    ],
    'by a defect': [new TypeError('no'), true],
    'at the provider, which says so': [
      new ServiceError('PROVIDER_ERROR', 'the provider failed', { ...unknown, providerError: answered }),
      false,
    ],
    'because the provider refused it': [conflict('record_changed', 'again'), false],
  };
  for (const [name, [error, isKept]] of Object.entries(cases)) {
    it(`${name} ${isKept ? 'is kept until it runs out' : 'is released'}`, async () => {
      let released = 0;
      const ports = {
        storage: {
          recordLeases: {
            take: async () => true,
            release: async () => {
              released += 1;
            },
          },
        },
        clock: { now: () => new Date() },
        ids: { next: () => 'token' },
      };
      const sent = whileLeased(writeWith(ports, 'key_1'), quote, (lease) => lease.answerOf(Promise.reject(error)));
      expect(await sent.catch((caught: unknown) => caught)).to.equal(error);
      expect(released).to.equal(isKept ? 0 : 1);
    });
  }
});
