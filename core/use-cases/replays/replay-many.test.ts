import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Connection } from '../../domain/connection.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { never, openEngine } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { refusalOf } from '../testing/refusal.ts';
import { announceMany, receivedFrom } from '../webhooks/testing/webhooks.ts';

const rejected = { code: 'PROVIDER_REJECTED', reason: 'validation', message: 'no "reason":"other"', retryable: false };

describe('replaying many', () => {
  let connections: readonly Connection[];
  let keys = 0;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    connections = [
      await engine.connect(),
      await engine.connect({ providerTenantId: 't-2', externalAccountId: 'customer-2' }),
    ];
  });

  type Kind = 'operations' | 'webhooks';
  const ask = async (kind: Kind, body: object) => {
    const write = { key: `k-${++keys}`, body: { reason: 'mended', ...body } };
    return kind === 'operations'
      ? engine.core.operations.replayMany(engine.caller, write)
      : engine.core.webhooks.replayDeliveries(engine.caller, write);
  };
  const begin = async (kind: Kind, filter: object): Promise<OperationId> => {
    const asked = await ask(kind, { filter });
    if (asked.kind !== 'queued') throw new Error('not queued');
    engine.advance(1);
    return asked.operation.id;
  };
  const preview = async (kind: Kind, filter: object) => {
    const asked = await ask(kind, { filter, dry_run: true });
    if (asked.kind !== 'preview') throw new Error('queued');
    return asked;
  };
  /** Stores ended operations, each a second after the one before. */
  const ended = async (count: number, given: Partial<Operation> = {}) => {
    const made = Array.from({ length: count }, () => {
      engine.advance(1);
      const { ids } = engine.ports;
      const draft = { ...engine.caller, id: ids.next('op'), type: 'notification.process', subject: null } as const;
      const input = { connection_id: connections[0]?.id ?? '', type: 'invoices', provider_id: 'x' };
      const queued = queueOperation({ ...draft, connectionId: connections[0]?.id ?? null, input }, engine.hands.now);
      return { ...queued, state: 'failed', error: rejected, finishedAt: engine.hands.now, ...given } as Operation;
    });
    await engine.storage.operations.insert(made);
    engine.advance(1);
    return made.map(({ id }) => id);
  };
  /** Announces events that their endpoint refuses for good. */
  const undelivered = async (each: number) => {
    engine.hands.answer = () => answered(410);
    const { endpoint } = await engine.subscribe();
    for (const connection of connections) {
      await announceMany(engine, connection, each);
      engine.advance(1);
    }
    await engine.drain();
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    engine.hands.answer = () => answered(200);
    engine.advance(1);
    return endpoint;
  };
  const runs = async (ids: readonly OperationId[]) => {
    const found = await Promise.all(ids.map((id) => engine.operation(id)));
    return found.map(({ run }) => run);
  };

  it('previews exactly what it then replays, by each filter', async () => {
    const [a, b] = connections as [Connection, Connection];
    const first = await ended(1);
    const after = engine.hands.now.toISOString();
    const dead = await ended(1, { state: 'dead_letter' });
    const busy = await ended(1, { error: { ...rejected, code: 'CONFLICT', reason: 'record_busy' } as never });
    const syncs = await ended(1, { type: 'connection.sync', connectionId: b.id });
    await ended(2, { state: 'succeeded', error: null });
    await ended(1, { type: 'webhook.deliver', connectionId: null });
    const cases: readonly (readonly [object, readonly OperationId[]])[] = [
      [{ state: 'dead_letter' }, dead],
      [{ type: 'connection.sync' }, syncs],
      [{ connection_id: a.id, created_after: after }, [...dead, ...busy]],
      [{ code: 'CONFLICT', reason: 'record_busy' }, busy],
      [{ reason: 'other' }, []],
      [{ created_before: after }, first],
      [{ reason: 'validation' }, [...first, ...dead, ...syncs]],
    ];
    for (const [filter, ids] of cases) {
      const { total, isWhole, sample } = await preview('operations', filter);
      expect([total, isWhole], JSON.stringify(filter)).to.deep.equal([ids.length, true]);
      expect(sample.map((one) => (one as Operation).id)).to.deep.equal(ids.toReversed());
    }
    const { groups, isWhole } = await engine.core.operations.failures(engine.caller, { connection_id: a.id });
    const told = groups.map(({ type, code, reason, count }) => [type, code, reason, count]);
    expect([told, isWhole]).to.deep.equal([
      [
        ['notification.process', 'PROVIDER_REJECTED', 'validation', 2],
        ['notification.process', 'CONFLICT', 'record_busy', 1],
      ],
      true,
    ]);
    const id = await begin('operations', { reason: 'validation', connection_id: a.id });
    const later = await ended(1);
    await engine.drain();
    const { result, connectionId } = await engine.operation(id);
    expect(connectionId).to.equal(a.id);
    expect(result).to.deep.equal({ matched: 2, replayed: 2, skipped: 0, skipped_because: {} });
    expect(await runs([...first, ...dead, ...busy, ...syncs, ...later])).to.deep.equal([2, 2, 1, 1, 1]);
    const [replay] = (await engine.operation(first[0] as OperationId)).replays;
    expect(replay).to.include({ actor: id, reason: 'mended', previousState: 'failed' });
  });

  it('counts what it skips, with why', async () => {
    const [fine, purge, zero] = [
      await ended(1),
      await ended(1, { type: 'retention.purge' }),
      await ended(1, { type: 'records.bulk', input: { retention_mode: 'zero' } }),
    ];
    const id = await begin('operations', { state: 'failed' });
    await engine.drain();
    expect((await engine.operation(id)).result).to.deep.include({
      ...{ matched: 3, replayed: 1, skipped: 2 },
      skipped_because: { operation_not_replayable: 2 },
    });
    expect(await runs([...fine, ...purge, ...zero])).to.deep.equal([2, 1, 1]);
  });

  it('sends a customer’s failed deliveries again, once, and skips those to an endpoint that is disabled', async () => {
    const endpoint = await undelivered(3);
    const filter = { external_account_id: 'customer-2' };
    expect((await preview('webhooks', filter)).total).to.equal(3);
    const id = await begin('webhooks', filter);
    await engine.drain();
    expect((await engine.operation(id)).result).to.deep.include({ matched: 3, replayed: 3 });
    expect(receivedFrom(engine, engine.hands.sent.length - 3).map(({ connectionId }) => connectionId)).to.deep.equal(
      Array(3).fill(connections[1]?.id),
    );
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    const again = await begin('webhooks', { webhook_endpoint_id: endpoint.id });
    await engine.drain();
    expect((await engine.operation(again)).result).to.deep.include({ skipped_because: { endpoint_not_enabled: 3 } });
  });

  it('tries what waits for its next attempt now', async () => {
    engine.hands.answer = () => answered(500);
    const { endpoint } = await engine.subscribe();
    await announceMany(engine, connections[0] as Connection, 3);
    await engine.drain();
    engine.hands.answer = () => answered(200);
    engine.advance(1);
    const filter = { webhook_endpoint_id: endpoint.id, state: 'retrying' };
    const sent = engine.hands.sent.length;
    await begin('webhooks', filter);
    await engine.drain();
    expect(engine.hands.sent.length - sent).to.equal(3);
  });

  for (const kind of ['operations', 'webhooks'] as const)
    it(`replays each of 250 ${kind} once, wherever its worker is lost`, async () => {
      const ids = kind === 'operations' ? await ended(250) : [];
      if (kind === 'webhooks') await undelivered(125);
      const sent = engine.hands.sent.length;
      const id = await begin(kind, { created_before: engine.hands.now.toISOString() });
      const mortal = createWorkerApi(mortalPorts(engine.ports));
      for (let calls = 1; ; calls++) {
        const leased = (await engine.core.worker.claim(200)).find(({ operation }) => operation.id === id);
        if (!leased) break;
        await lostAt(calls, () => mortal.run(leased, never));
        expect(calls, 'ends').to.be.lessThan(20);
        engine.advance(60);
        await engine.core.worker.sweep();
      }
      for (let i = 0; i < 20; i++) {
        engine.advance(60);
        await engine.core.worker.sweep();
        await engine.drain();
      }
      expect((await engine.operation(id)).result).to.deep.include({ matched: 250, replayed: 250, skipped: 0 });
      if (kind === 'operations') expect(new Set(await runs(ids))).to.deep.equal(new Set([2]));
      else expect(engine.hands.sent.length - sent).to.be.equal(250);
    });

  it('lets others use the process between two batches', async () => {
    await ended(250);
    await begin('operations', { state: 'failed' });
    const paused: number[] = [];
    const clock = { ...engine.ports.clock, wait: async (ms: number) => void paused.push(ms) };
    const worker = createWorkerApi({ ...engine.ports, clock });
    for (const leased of await worker.claim(1)) await worker.run(leased, never);
    expect(paused).to.deep.equal([5, 5]);
  });

  it('stops between two batches when it is cancelled, and waits while half of the backlog is taken', async () => {
    const ids = await ended(150);
    const id = await begin('operations', { reason: 'validation' });
    const operations = { ...engine.storage.operations, countUnfinished: async (_: unknown, most: number) => most };
    const full = createWorkerApi({ ...engine.ports, storage: { ...engine.storage, operations } });
    for (const leased of await full.claim(5)) await full.run(leased, never);
    expect(await engine.operation(id)).to.include({ state: 'retrying', attemptCount: 0 });
    engine.advance(10);
    const [leased] = await engine.core.worker.claim(1);
    await engine.core.operations.cancel(engine.caller, {
      operationId: id,
      write: { key: 'c', body: { reason: 'no' } },
    });
    if (leased) await engine.core.worker.run(leased, never);
    const { state, steps } = await engine.operation(id);
    expect(state).to.equal('cancelled');
    expect(steps[0]?.result).to.deep.include({ matched: 100, replayed: 100 });
    expect((await runs(ids)).filter((run) => run === 2)).to.have.length(100);
  });

  it('refuses what it cannot mean, naming the field, and queues once under a key', async () => {
    const refused = async (kind: Kind, body: object) => (await refusalOf(ask(kind, body))).message;
    expect(await refused('operations', { filter: {} })).to.contain('filter: must name at least one filter');
    expect(await refused('operations', { filter: { type: 'webhook.deliver' } })).to.contain('filter.type');
    expect(await refused('webhooks', { filter: { state: 'running' } })).to.contain('filter.state');
    expect(await refused('webhooks', { filter: { connection_id: 'conn_x' } })).to.contain('filter.connection_id');
    const foreign = engine.ports.ids.next('conn');
    for (const kind of ['operations', 'webhooks'] as const)
      expect((await refusalOf(ask(kind, { filter: { connection_id: foreign }, dry_run: true }))).code).to.equal(
        'NOT_FOUND',
      );
    const write = { key: 'twice', body: { filter: { state: 'failed' }, reason: 'r' } };
    const [one, two] = [
      await engine.core.operations.replayMany(engine.caller, write),
      await engine.core.operations.replayMany(engine.caller, write),
    ];
    expect(two).to.deep.include({ replayed: true, operation: 'operation' in one && one.operation });
    const [entry] = (await engine.storage.audit.list(engine.caller.organizationId, { limit: 1, page: 1 })).items;
    expect(entry).to.deep.include({ action: 'operation.replay_many_requested', details: write.body });
  });
});
