import { expect } from 'chai';
import { type Database, onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import type { Connection } from '../../domain/connection.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { type Engine, openEngine } from '../testing/engine.ts';
import { storeCopies } from '../writes/cache-records.ts';

onBothDatabases('what is told of records, by several at once', (given) => {
  let database: Database;
  let engine: Engine;
  let connection: Connection;

  before(async () => {
    database = await given().open();
    engine = await openEngine(database);
  });
  beforeEach(async () => {
    connection = await engine.connect({
      providerTenantId: crypto.randomUUID(),
      externalAccountId: crypto.randomUUID(),
    });
    await engine.storage.syncCursors.noteWalked(connection, 'contacts');
  });
  after(() => engine?.close());

  const contact = (providerId: string, revision: number): CachedRecord => {
    const at = new Date(engine.ports.clock.now().getTime() + revision);
    return {
      ...{ type: 'contacts', providerId, providerUpdatedAt: at, fetchedAt: at, native: {} },
      fields: { name: `Revision ${revision}`, email: 'a@example.com' },
    };
  };
  const store = (...records: readonly CachedRecord[]) =>
    engine.storage.transaction((stores) =>
      storeCopies(stores, engine.ports, [
        { connection, records, requestId: engine.caller.requestId, operationId: null },
      ]),
    );
  const told = async () => {
    const page = { limit: 200, page: 1 };
    const { items } = await engine.storage.events.list(engine.caller, { connectionId: connection.id }, page);
    const events = items.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
    expect(events.map(({ sequence }) => sequence)).to.eql(events.map((_, i) => i + 1));
    return events.map(({ data }) => {
      const { provider_id, name } = data['record'] as JsonObject;
      return `${String(provider_id)} ${String(data['change'])} ${String(name)} ${(data['changed'] as string[]).join()}`;
    });
  };

  it('is told once by many that read one state', async () => {
    const [first, second] = [contact('one', 1), contact('one', 2)];
    await Promise.all(Array.from({ length: 6 }, () => store(first)));
    await Promise.all(Array.from({ length: 6 }, (_, i) => store(i % 2 ? first : second)));
    expect(await told()).to.eql(['one created Revision 1 name,email', 'one updated Revision 2 name']);
  });

  it('ends with the last state of each record, in order, whoever reads what when', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `record-${String(i).padStart(2, '0')}`);
    const readings = [1, 2, 3].flatMap((revision) => [ids, ids.toReversed()].map((all) => ({ revision, all })));
    await Promise.all(readings.map(({ revision, all }) => store(...all.map((id) => contact(id, revision)))));
    await store(...ids.map((id) => contact(id, 3)));
    const events = await told();
    for (const id of ids) {
      const own = events
        .filter((event) => event.startsWith(id))
        .map((event) => event.replace(/.*Revision (\d).*/, '$1'));
      expect(own, id).to.eql([...new Set(own)].sort());
      expect(own.at(-1), id).to.equal('3');
    }
  });

  it('is told of a later stamp alone, by one of many, because the fields that show the change may be those we do not read', async () => {
    const first = contact('one', 1);
    const resaved = { ...first, providerUpdatedAt: contact('one', 2).providerUpdatedAt, native: { Terms: 'Net 30' } };
    await store(first);
    await Promise.all(Array.from({ length: 6 }, () => store(resaved)));
    await store(first);
    await store({ ...resaved, providerUpdatedAt: contact('one', 3).providerUpdatedAt });
    const again = 'one updated Revision 1 ';
    expect(await told()).to.eql(['one created Revision 1 name,email', again, again]);
  });

  const put = (record: CachedRecord) => engine.storage.records.put([[connection, [record]]]);

  it('goes on after an upgrade: no copy of before is created, and its first change is told', async () => {
    const old = ['a', 'b'].map((id) => contact(id, 1));
    for (const record of old) await put(record);
    await database.knex('cached_records').where({ connection_id: connection.id }).update({ told: '' });
    await store(...old);
    expect(await told()).to.eql([]);
    await store(contact('a', 2));
    expect(await told()).to.eql(['a updated Revision 2 name']);
    await store(contact('a', 2), ...old.slice(1));
    await store(contact('b', 3));
    expect((await told()).slice(1)).to.eql(['b updated Revision 3 name']);
  });

  it('tells of what a build that tells nothing has stored beside it, once the record is read again', async () => {
    await store(contact('c', 1));
    // Such a build stores copies and leaves alone what was told.
    await put(contact('c', 2));
    await put(contact('d', 1));
    const unchanged = await engine.storage.records.unchanged({ connectionId: connection.id, type: 'contacts' }, [
      contact('c', 2),
      contact('d', 1),
    ]);
    expect([...unchanged]).to.eql([]);
    await store(contact('c', 2), contact('d', 1));
    await store(contact('c', 2), contact('d', 1));
    expect((await told()).slice(1).sort()).to.eql(['c updated Revision 2 name', 'd created Revision 1 name,email']);
  });
});
