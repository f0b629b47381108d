// Notifications, syncs, deliveries, recoveries and purges whose worker is killed in the middle.
import { expect } from 'chai';
import type { Connection, Event } from '#core';
import { until } from '../../contract-tests/testing/until.ts';
import { bulkItems, happened, type LostKinds, loseKinds, playedKindPoints, wantedTypes } from './crash-kinds.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger, untilIdle } from './crash-world.ts';
import { lostWorkersKinds } from './fleet.ts';

/** For the next worker the leases of the dead one have run out. */
const later = { TEST_CLOCK_OFFSET_SECONDS: '60', TEST_CLOCK_TOLERANCE_SECONDS: '120' };

describe('other work whose worker is killed', () => {
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  const runs = new Map<string, LostKinds>();

  before(async () => {
    ledger = await startLedger();
    for (const kind of lostWorkersKinds) worlds.push(await openCrashWorld(kind, ledger));
    await Promise.all(
      worlds.map(async (world) => {
        const lost = await loseKinds(world);
        runs.set(world.kind, lost);
        world.startWorker({ env: later });
        await untilIdle(world);
        const purged = `select id from operations where id = '${lost.purgeId}' and state = 'succeeded'`;
        await until('the purge', async () => (await world.query(purged)).length > 0);
      }),
    );
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });

  for (const [index, kind] of lostWorkersKinds.entries()) {
    describe(`on ${kind}`, () => {
      const here = () => ({
        world: worlds[index] ?? expect.fail('no world'),
        run: runs.get(kind) ?? expect.fail('no run'),
      });

      it('ends all of it, in two attempts', async () => {
        const { world, run } = here();
        const rows = await world.query(`select id, type, state, attempts from operations where lease_token > 1`);
        const lost = rows.filter(({ id }) => run.lost.includes(String(id)));
        expect(lost).to.have.length(Object.values(playedKindPoints()).flat().length);
        for (const { type, state, attempts } of lost) {
          const outcomes = (JSON.parse(String(attempts)) as { outcome: string }[]).map(({ outcome }) => outcome);
          // Others may have used up what the provider takes at once.
          const tried = outcomes.filter((outcome) => outcome !== 'postponed');
          expect([state, tried], String(type)).to.deep.equal(['succeeded', ['lost', 'succeeded']]);
        }
      });

      it('tells of every payment once', async () => {
        const { world, run } = here();
        for (const connection of run.paid) {
          const events = await eventsOf(world, run, connection);
          expect(events.filter(({ type }) => type === 'invoice.paid')).to.have.length(1);
          expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, i) => i + 1));
        }
      });

      it('syncs every record once, and says so once', async () => {
        const { world, run } = here();
        for (const { connection, tenantId } of run.synced) {
          const wanted = (await ledger.sandbox.documents(tenantId, 'Invoices')).length;
          const quotes = (await ledger.sandbox.documents(tenantId, 'Quotes')).length;
          expect(Math.min(wanted, quotes)).to.be.above(200);
          const cached = (type: string) =>
            world.query(`select 1 from cached_records where connection_id = '${connection.id}' and type = '${type}'`);
          expect(await cached('invoices')).to.have.length(wanted);
          expect(await cached('quotes')).to.have.length(quotes);
          const events = await eventsOf(world, run, connection);
          const completed = events.filter(({ type }) => type === 'sync.completed');
          expect(completed).to.have.length(1);
          expect(completed[0]?.data).to.have.nested.property('counts.invoices.read', wanted);
        }
      });

      it('writes every item of a bulk write once', async () => {
        const { world, run } = here();
        const wanted = Array.from({ length: bulkItems }, (_, i) => `${i}`).sort();
        for (const { tenantId, connection, caller } of run.bulks) {
          const made = await ledger.sandbox.documents(tenantId, 'Invoices');
          expect(made.map(({ Reference }) => Reference).sort()).to.deep.equal(wanted);
          const ids = await world.query(`select provider_id from bulk_items where connection_id = '${connection.id}'`);
          const told = ids.map(({ provider_id }) => provider_id);
          expect(told.sort()).to.deep.equal(made.map(({ InvoiceID }) => InvoiceID).sort());
          const events = await eventsOf(world, { caller }, connection);
          expect(events.filter(({ type }) => type === 'bulk.completed')).to.have.length(1);
          expect(events.filter(({ type }) => type === 'invoice.updated')).to.have.length(bulkItems);
        }
      });

      it('delivers every event, twice only what was on its way', async () => {
        const { world, run } = here();
        const types = wantedTypes.map((type) => `'${type}'`).join(', ');
        const announced = async () =>
          (await world.query(`select id from events where type in (${types})`)).map(({ id }) => String(id)).sort();
        const receivedBy = ({ receiver }: (typeof run.recovered)[number]) =>
          [...new Set(receiver.received.map(({ id }) => id))].sort();
        // A reconciliation whose time has come announces, too, and its deliveries are on their way a little later.
        const isThere = (one: (typeof run.recovered)[number], ids: readonly string[]) =>
          receivedBy(one).length === ids.length;
        await until('the last deliveries', async () => {
          const ids = await announced();
          return run.recovered.every((one) => isThere(one, ids));
        }).catch(() => {});
        const all = await announced();
        expect(all).to.have.length.above(happened);
        const lost = await world.query(
          `select d.endpoint_id, d.event_id from deliveries d join operations o on o.id = d.operation_id where o.attempts like '%lost%'`,
        );
        const onTheirWay = new Set(lost.map((row) => `${row['endpoint_id']} ${row['event_id']}`));
        let twice = 0;
        for (const { endpointId, receiver } of run.recovered) {
          const ids = receiver.received.map(({ id }) => id);
          expect([...new Set(ids)].sort(), endpointId).to.deep.equal(all);
          expect(receiver.refusals).to.deep.equal([]);
          const again = ids.filter((id, i) => ids.indexOf(id) < i).map((id) => `${endpointId} ${id}`);
          expect(new Set(again)).to.have.length(again.length);
          for (const delivery of again) expect(onTheirWay).to.include(delivery);
          twice += again.length;
        }
        expect(twice).to.be.above(0);
      });

      it('purges all that is old', async () => {
        const { world } = here();
        const old = Date.now() - 450 * 86_400_000;
        expect(await world.query(`select id from audit_entries where at < ${old}`)).to.deep.equal([]);
        expect(await world.query(`select id from audit_entries`)).to.have.length.above(0);
      });
    });
  }
});

async function eventsOf(
  { composition }: CrashWorld,
  { caller }: Pick<LostKinds, 'caller'>,
  { id: connectionId }: Connection,
): Promise<readonly Event[]> {
  const page = { limit: 1000, page: 1 };
  const { items } = await composition.ports.storage.events.list(caller, { connectionId }, page);
  return items.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
}
