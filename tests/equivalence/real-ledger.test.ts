import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Event } from '../../core/domain/event.ts';
import type { JsonObject } from '../../core/domain/json.ts';
import { createWorkerApi } from '../../core/product-worker.ts';
import { booksOf, drain, expectWhole, never, type SyncedBooks } from '../../core/use-cases/sync/testing/syncing.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { openService, type Service, type Tenancy } from '../../core/use-cases/testing/service.ts';
import { runsOf, seedOf } from '../../tools/run-length.ts';
import { type Act, type History, type PlannedRound, readHistories, unreadHistories } from './history.ts';
import { mortal } from './mortal.ts';

interface Listener {
  readonly tenancy: Tenancy;
  readonly books: SyncedBooks;
  sequence: number;
}

/** What a customer was told; the connection apart, the first three are the event's identity. */
function wordsOf(events: readonly Event[]): Readonly<Record<string, readonly string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { type, data } of events.filter((event) => event.type.startsWith('invoice.'))) {
    const { provider_id, provider_revision, status } = data['invoice'] as JsonObject;
    const words = [type, provider_id, provider_revision, status, JSON.stringify(data['previous'])].join(' ');
    rows[String(provider_id)] = [...(rows[String(provider_id)] ?? []), words];
  }
  return rows;
}

const updatesOf = (words: readonly string[] = []) =>
  words.filter((word) => word.startsWith('invoice.updated')).map((word) => word.split(' ')[2] ?? '');

describe('one history at a real ledger, played perfectly and with every trouble', () => {
  let service: Service;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  async function join(tenantId: string): Promise<Listener> {
    const tenancy = await service.newOrganization();
    const books = booksOf(service, tenancy, await connected(service, tenancy.test, tenantId));
    await drain(service);
    return { tenancy, books, sequence: 0 };
  }

  async function notify({ tenancy, books }: Listener, sequence: number, resourceId: string): Promise<void> {
    const event = { tenantId: books.tenantId, tenantType: 'ORGANISATION', resourceId, resourceUrl: 'https://ledger' };
    const when = { eventCategory: 'INVOICE', eventType: 'UPDATE', eventDateUtc: '2030-01-01T00:00:00.000' };
    const batch = { events: [{ ...event, ...when }], firstEventSequence: sequence, lastEventSequence: sequence };
    const text = JSON.stringify({ ...batch, entropy: 'ENTROPY' });
    await service.core.notifications.receive({
      appId: tenancy.apps.test.id,
      body: new TextEncoder().encode(text),
      signature: createHmac('sha256', 'webhook-key').update(text).digest('base64'),
      requestId: tenancy.test.requestId,
    });
  }

  /** What the ledger refuses changes nothing, and is notified all the same. */
  async function change({ ledger, ...books }: SyncedBooks, ids: Map<string, string>, act: Act): Promise<string> {
    const name = `${act.tenant} ${act.invoice}`;
    const known = ids.get(name);
    if (known === undefined) {
      const [made = ''] = await books.invoices(1);
      ids.set(name, made);
      return made;
    }
    await work(known).catch(() => undefined);
    return known;

    async function work(id: string): Promise<unknown> {
      switch (act.kind) {
        case 'pay_part':
          return books.pay(id, 40);
        case 'pay_all':
          return books.pay(id);
        case 'end':
          return books.change(id, { Status: 'VOIDED' });
        case 'unpay': {
          const [invoice] = await ledger.call('GET', `Invoices/${id}`);
          const [payment] = (invoice?.['Payments'] ?? []) as readonly JsonObject[];
          return ledger.call('POST', `Payments/${payment?.['PaymentID']}`, { Status: 'DELETED' });
        }
        default:
          return books.change(id, { Reference: crypto.randomUUID() });
      }
    }
  }

  /** The other's share of a round: some notices in the wrong order, some twice, some never, and workers that die. */
  async function trouble(listener: Listener, round: PlannedRound, changed: readonly string[]): Promise<void> {
    const notices = changed.map((id, i) => ({ id, fate: round.acts[i]?.fate, sequence: ++listener.sequence }));
    if (round.shuffle % 2 === 1) notices.reverse();
    for (const { id, fate, sequence } of notices) {
      for (let times = fate === 'twice' ? 2 : fate === 'sent' ? 1 : 0; times > 0; times--) {
        await notify(listener, sequence, id);
      }
    }
    for (const death of round.deaths) {
      const worker = createWorkerApi(mortal(service.ports, death));
      const claimed = await service.core.worker.claim(2);
      if (death.survives !== null) await Promise.all(claimed.map((leased) => worker.run(leased, never)));
      service.advance(31);
      await service.core.worker.sweep();
    }
    if (!round.settles) return;
    await drain(service);
    if (notices.some(({ fate }) => fate !== 'sent' && fate !== 'twice')) await listener.books.synced();
  }

  async function play({ rounds }: History): Promise<readonly [Listener, Listener]> {
    const tenantId = await service.newTenant();
    service.advance(60);
    const [perfect, troubled] = [await join(tenantId), await join(tenantId)];
    const ids = new Map<string, string>();
    for (const round of rounds) {
      const changed: string[] = [];
      for (const act of round.acts) {
        changed.push(await change(perfect.books, ids, act));
        await notify(perfect, ++perfect.sequence, changed.at(-1) ?? '');
        await drain(service);
      }
      await trouble(troubled, round, changed);
    }
    service.advance(60);
    await service.core.worker.sweep();
    await drain(service);
    await troubled.books.synced();
    service.advance(60);
    await drain(service);
    return [perfect, troubled];
  }

  const holds = (histories: fc.Arbitrary<History>, check: (told: Words, other: Words) => void) =>
    fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const listeners = await play(history);
        const [told, other] = await Promise.all(listeners.map(({ books }) => books.events()));
        expectWhole(told ?? []);
        expectWhole(other ?? []);
        check(wordsOf(told ?? []), wordsOf(other ?? []));
      }),
      {
        numRuns: runsOf({ long: 5, short: 2 }) * Number(process.env['EQUIVALENCE_RUNS'] ?? '1'),
        seed: seedOf(process.env['EQUIVALENCE_SEED'], 762_596_297),
      },
    );

  it('tells the same, word for word, when every revision was read', () =>
    holds(readHistories, (told, other) => expect(other).to.deep.equal(told))).timeout(180_000);

  it('tells the same but for what nobody could read any more', () =>
    holds(unreadHistories, (told, other) => {
      expect(Object.keys(other)).to.have.members(Object.keys(told));
      for (const [id, words] of Object.entries(told)) {
        const [updates, others] = [updatesOf(words), updatesOf(other[id])];
        expect(updates.filter((revision) => others.includes(revision))).to.deep.equal(others);
        expect(others.at(-1)).to.equal(updates.at(-1));
      }
    }));
});

type Words = Readonly<Record<string, readonly string[]>>;
