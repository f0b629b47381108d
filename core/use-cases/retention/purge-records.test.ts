import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { cancel, queueOperation } from '../../domain/operation-moves.ts';
import { announce } from '../events/announce.ts';
import { invoice, openEngine, unpaid } from '../testing/engine.ts';
import { latestCallSeconds } from './purge.ts';

describe('forgetting a connection', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => engine.connect());

  async function cache(count: number): Promise<void> {
    const records = Array.from({ length: count }, (_, i): CachedRecord => {
      const id = `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`;
      return { ...invoice(unpaid, '2026-03-01T10:00:00.000Z', id), fetchedAt: engine.hands.now };
    });
    await engine.storage.records.put([[connection, records]]);
  }

  function draft() {
    const { caller, ports, hands } = engine;
    const input = { connection_id: connection.id };
    const common = { ...caller, id: ports.ids.next('op'), connectionId: null, subject: connection.id, input };
    return queueOperation({ ...common, type: 'retention.purge' }, hands.now);
  }

  async function purge() {
    await engine.storage.operations.insert([draft()]);
    await engine.drain();
    const [operation] = await engine.operations('retention.purge');
    return operation?.result;
  }

  async function left(contains?: string): Promise<number> {
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const filter = contains === undefined ? {} : { contains };
    return (await engine.storage.records.list(place, filter, { limit: 1, page: 1 })).total;
  }

  it('makes the records of earlier builds known to searches, batch by batch', async () => {
    await cache(401);
    await engine.database
      .knex('cached_records')
      .update({ search_text: null, search_terms: null, columns_digest: null });
    expect([await left('INV'), await left()]).to.deep.equal([0, 401]);
    const task = { subject: 'unsearched_records', input: { task: 'unsearched_records' } };
    await engine.storage.operations.insert([queueOperation({ ...draft(), ...task }, engine.hands.now)]);
    await engine.drain();
    expect(await left('INV')).to.equal(401);
  });

  it('removes all records of a disconnected connection, batch by batch', async () => {
    await cache(1203);
    await engine.storage.connections.update({ ...connection, status: 'disconnected' }, 'active');
    expect(await left('INV')).to.equal(1203);
    expect(await purge()).to.deep.equal({ purged: 1203 });
    expect(await left()).to.equal(0);
    expect(await engine.database.knex('record_search')).to.deep.equal([]);
  });

  it('touches nothing of a connection that is connected again', async () => {
    await cache(3);
    expect(await purge()).to.deep.equal({ purged: 0, stopped: 'connection_in_use' });
    expect(await left()).to.equal(3);
  });

  const longAgo = () => new Date(engine.hands.now.getTime() - latestCallSeconds * 1000);
  const disconnected = () => engine.storage.connections.update({ ...connection, status: 'disconnected' }, 'active');
  const announced = async () => {
    await engine.storage.transaction((stores) =>
      announce(stores, engine.ports, {
        ...engine.caller,
        type: 'invoice.paid',
        connectionId: connection.id,
        identityParts: ['1'],
        data: { total: 100.1 },
        operationId: null,
      }),
    );
    const { items } = await engine.storage.events.list(engine.caller, { type: 'invoice.paid' }, { limit: 1, page: 1 });
    return items[0]?.data;
  };

  it('leaves an event its document for two minutes while it is on its way; then it is not sent any more', async () => {
    await engine.subscribe();
    engine.hands.answer = () => ({
      kind: 'answered',
      status: 500,
      excerpt: '',
      retryAfterSeconds: 3600,
      durationMs: 1,
    });
    await announced();
    await engine.drain();
    await disconnected();
    await purge();
    expect(await announced()).to.deep.equal({ total: 100.1 });
    engine.advance(latestCallSeconds);
    await engine.storage.operations.insert([{ ...draft(), createdAt: longAgo() }]);
    await engine.drain();
    expect(await announced()).to.deep.equal({ purged: true });
    const sent = engine.hands.sent.length;
    engine.advance(2 * 3600);
    await engine.drain();
    expect(engine.hands.sent).to.have.length(sent);
    const [delivery] = await engine.operations('webhook.deliver');
    expect([delivery?.state, delivery?.error?.reason]).to.deep.equal(['failed', 'event_expired']);
  });

  it('does not end, once every call has had its time, before the work of the connection has', async () => {
    await disconnected();
    const work = queueOperation(
      {
        ...engine.caller,
        id: engine.ports.ids.next('op'),
        type: 'connection.sync',
        connectionId: connection.id,
        subject: null,
        input: { scope: 'all' },
        dueAt: new Date(engine.hands.now.getTime() + 9_000_000),
      },
      engine.hands.now,
    );
    const createdAt = longAgo();
    const waiting = { ...draft(), createdAt };
    await engine.storage.operations.insert([work, waiting]);
    await engine.drain();
    const state = async () => (await engine.operation(waiting.id)).state;
    expect(await state()).to.equal('retrying');
    await engine.storage.operations.update(cancel(work, engine.hands.now), 'queued');
    engine.advance(30);
    await engine.drain();
    expect(await state()).to.equal('succeeded');
    expect((await engine.operation(work.id)).input).to.deep.equal({ purged: true });
  });
});
