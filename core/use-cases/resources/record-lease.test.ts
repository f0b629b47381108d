import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import type { ApiKeyId, RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../open-ledger.ts';
import { refusalOf } from '../testing/refusal.ts';
import { leaseRecord } from './record-lease.ts';

const quote = { type: 'quotes', providerId: 'quote' } as const;
const claim = { providerKey: () => 'owner' };

function ledger(actor?: string): Pick<Ledger, 'connection' | 'context'> {
  const context = actor ? { actor: actor as ApiKeyId } : { lane: 'automation' as const };
  return {
    connection: { status: 'active', providerTenantId: 'tenant' } as Connection,
    context: { requestId: 'req' as RequestId, ...context },
  };
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
    } as unknown as Pick<CorePorts, 'storage' | 'clock' | 'ids'>;
    const change = async (actor?: string) => {
      const lease = await leaseRecord(ports, ledger(actor), claim, quote);
      await lease.end();
      return 'done';
    };
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
      } as unknown as Pick<CorePorts, 'storage' | 'clock' | 'ids'>;
      const lease = await leaseRecord(ports, ledger('key_1'), claim, quote);
      expect(await lease.answerOf(Promise.reject(error)).catch((caught: unknown) => caught)).to.equal(error);
      await lease.end();
      expect(released).to.equal(isKept ? 0 : 1);
    });
  }
});
