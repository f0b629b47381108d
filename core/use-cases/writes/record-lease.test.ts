import { expect } from 'chai';
import { conflict, ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { refusalOf } from '../testing/refusal.ts';
import { keyClaim } from './claim-key.ts';
import type { LedgerWrite } from './holder.ts';
import { leaseRecord } from './record-lease.ts';

const quote = { type: 'quotes', providerId: 'quote' } as const;

function writeWith(ports: object, actor?: string): LedgerWrite {
  const connection = { status: 'active', providerTenantId: 'tenant' };
  const ledger = { connection, context: actor ? { actor } : { cause: 'automations' } };
  return { ports, ledger, claim: { leaseOwner: () => 'owner' } } as unknown as LedgerWrite;
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
    const change = async (actor?: string) => {
      const lease = await leaseRecord(writeWith(ports, actor), quote);
      await lease.release();
      return 'done';
    };
    const waiting = [...Array.from({ length: 10 }, () => change('key_1')), change(), change('key_2')];
    // Each of them has tried once before the next request begins.
    await new Promise(setImmediate);
    expect((await refusalOf(change('key_1'))).details.reason).to.equal('key_concurrency');
    isHeld = false;
    letGo();
    expect(await Promise.all(waiting)).to.deep.equal(Array(12).fill('done'));
    expect(await change('key_1')).to.equal('done');
  });
});

describe('the owner of a record’s lease', () => {
  it('is one key of one organization and environment: another’s write under the same key waits', async () => {
    const owners: string[] = [];
    const ports = {
      storage: {
        recordLeases: {
          take: async (_: unknown, { owner }: { owner: string }) => owners.push(owner) > 0,
          release: async () => {},
        },
      },
      clock: { now: () => new Date() },
      ids: { next: () => 'token' },
      digester: { sha256: (text: string) => text },
    } as unknown as CorePorts;
    const scopes = [
      ['org_a', 'test', 'key'],
      ['org_b', 'test', 'key'],
      ['org_a', 'live', 'key'],
      ['org_a', 'test', 'other'],
      ['org_a', 'test', 'key'],
    ];
    for (const [organizationId, environment, key] of scopes) {
      const scope = { organizationId, environment, key } as never;
      const claim = keyClaim(ports, scope, { leaseToken: 't', attempt: null });
      const write = writeWith(ports, 'key_1');
      const ledger = { ...write.ledger, connection: { ...write.ledger.connection, organizationId } } as never;
      await leaseRecord({ ...write, ledger, claim }, quote);
    }
    expect(new Set(owners).size).to.equal(4);
    expect(owners[4]).to.equal(owners[0]);
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
      const lease = await leaseRecord(writeWith(ports, 'key_1'), quote);
      const sent = lease.answerOf(Promise.reject(error));
      expect(await sent.catch((caught: unknown) => caught)).to.equal(error);
      await lease.release();
      expect(released).to.equal(isKept ? 0 : 1);
    });
  }
});
