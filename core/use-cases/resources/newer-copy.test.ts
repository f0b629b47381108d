// A cached record is never replaced by an earlier read or by a request that has lost its key.
import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import { idempotencyLeaseSeconds } from '../../domain/idempotency.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import { type Ledger, openLedger } from '../ledger/open-ledger.ts';
import { givenBooks } from '../testing/worlds.ts';
import { readLive } from './read-live.ts';
import { writeRecord } from './write-resources.ts';

describe('a newer copy', () => {
  let ledger: Ledger;
  let key: string;
  const { service, tenancy, books } = givenBooks();
  beforeEach(async () => {
    ledger = openLedger(service.ports, books.connection, { requestId: tenancy.test.requestId });
    key = crypto.randomUUID();
  });

  /** Claims the key and keeps it until the returned function answers. */
  const claim = async (): Promise<(name: string) => Promise<unknown>> => {
    const agentAct = { kind: 'update', type: 'tax_rates', providerId: '', request: null } as const;
    const asked = { act: ['test'], connection: books.connection, path: { write: { key, body: {} } }, agentAct };
    const begun = Promise.withResolvers<void>();
    const named = Promise.withResolvers<string>();
    const answered = writeRecord(service.ports, tenancy.test, asked, async () => {
      begun.resolve();
      return { record: rate(await named.promise), madeId: null, resolution: 'sent' };
    });
    await Promise.race([begun.promise, answered.then(() => expect.fail('the key was answered already'))]);
    return (name) => {
      named.resolve(name);
      return answered;
    };
  };
  const cached = async () => {
    const page = { limit: 9, page: 1 };
    const { items } = await listedRecords(
      service.ports.storage,
      { connectionId: books.connection.id, type: 'tax_rates' },
      {},
      page,
    );
    return items.map(({ fields }) => fields['name']);
  };

  it('is kept when a request answers that has lost its key, which stores and meters nothing', async () => {
    const late = await claim();
    service.advance(idempotencyLeaseSeconds + 1);
    await (await claim())('newer');
    service.advance(1);
    expect(await late('older').catch((error: unknown) => error)).to.include({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    expect(await cached()).to.deep.equal(['newer']);
    const metered = await service.database.knex('usage_events').where({ connection_id: books.connection.id });
    expect(metered).to.have.length(1);
  });

  it('is kept when a read ends that had begun before the write was answered', async () => {
    const read = async () => {
      service.advance(1);
      await (await claim())('newer');
      service.advance(1);
      return rate('older');
    };
    await readLive(service.ports, { ...ledger, read }, 'tax_rates', 'OUTPUT');
    expect(await cached()).to.deep.equal(['newer']);
  });
});

/** The provider does not stamp tax rates, so the time of reading decides. */
function rate(name: string): LedgerRecord {
  return { type: 'tax_rates', providerId: 'OUTPUT', providerUpdatedAt: null, fields: { name }, native: {} };
}
