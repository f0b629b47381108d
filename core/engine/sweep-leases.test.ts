import { expect } from 'chai';
import { openedEach } from '../../contract-tests/testing/opened.ts';
import { leaseSeconds } from '../domain/operation.ts';
import { queueOperation } from '../domain/operation-moves.ts';
import { advance, claimOne, openEngine, operation } from '../use-cases/testing/engine.ts';
import { sweepLeases } from './give-back.ts';
import { type OperationEnding, type OperationKind, succeeded } from './operation-kind.ts';
import { run as runAs } from './testing/attempts.ts';

describe('sweeping leases', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    const { caller, ports, storage, hands } = engine;
    await storage.operations.insert([
      queueOperation(
        { ...caller, id: ports.ids.next('op'), type: 'connection.sync', connectionId: null, subject: null, input: {} },
        hands.now,
      ),
    ]);
  });

  it('leaves live leases alone', async () => {
    await claimOne(engine);
    advance(engine, leaseSeconds - 1);
    expect(await engine.core.worker.sweep()).to.equal(0);
  });

  it('leaves renewed leases alone', async () => {
    const { lease } = await claimOne(engine);
    advance(engine, leaseSeconds - 3);
    expect(await engine.core.worker.renew([lease])).to.deep.equal([
      { operationId: lease.operationId, cancelRequested: false, prolonged: true },
    ]);
    advance(engine, leaseSeconds - 3);
    expect(await engine.core.worker.sweep()).to.equal(0);
  });

  it('puts a lost one back at once, for a claim with a newer token', async () => {
    const lost = await claimOne(engine);
    advance(engine, leaseSeconds + 1);
    const signals = engine.hands.signals;
    expect(await engine.core.worker.sweep()).to.equal(1);
    expect(engine.hands.signals).to.equal(signals + 1);
    expect(await engine.core.worker.renew([lost.lease])).to.deep.equal([]);
    const next = await claimOne(engine);
    expect(next.lease.token).to.be.greaterThan(lost.lease.token);
    expect(next.operation).to.include({ lapses: 1, attemptCount: 0 });
  });

  it('puts many back in one commit a hundred, beside one whose end is announced', async () => {
    const { caller, ports, storage, hands, database } = engine;
    const draft = { ...caller, connectionId: null, input: {} } as const;
    const queued = Array.from({ length: 249 }, (_, i) =>
      queueOperation({ ...draft, id: ports.ids.next('op'), type: 'webhook.deliver', subject: `we_${i}` }, hands.now),
    );
    await storage.operations.insert(queued);
    const killer = queued[120];
    if (killer) await database.knex('operations').where({ id: killer.id }).update({ lapses: 4 });
    for (let claims = 0; claims < 50; claims++) await engine.core.worker.claim(500);
    advance(engine, leaseSeconds + 1);
    const announced: string[] = [];
    const ending: OperationEnding = {
      resultOfFailure: async () => 'killed',
      announce: async (_, ended) => void announced.push(`${ended.id} ${ended.state} ${ended.result}`),
    };
    let commits = 0;
    database.knex.on('query', ({ sql }) => {
      if (/^commit/i.test(sql)) commits += 1;
    });
    expect(await sweepLeases(ports, { endings: { 'webhook.deliver': ending } })()).to.equal(250);
    expect(announced).to.deep.equal([`${killer?.id} dead_letter killed`]);
    // The operation that becomes a dead letter cuts one batch in two; the last batch is empty.
    expect(commits).to.be.at.most(6);
    const left = await database.knex('operations').where({ state: 'running' });
    expect(left).to.deep.equal([]);
  });

  it('buries what killed five workers in a row', async () => {
    const states: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { operation: claimed } = await claimOne(engine);
      advance(engine, 31);
      await engine.core.worker.sweep();
      states.push((await operation(engine, claimed.id)).state);
    }
    expect(states).to.deep.equal(['retrying', 'retrying', 'retrying', 'retrying', 'dead_letter']);
    const [last] = (await engine.core.operations.list(engine.caller, {})).items;
    expect(last?.error).to.deep.include({ code: 'INTERNAL', reason: 'worker_lost' });
  });

  it('forgives lapses once a step is finished', async () => {
    for (let i = 0; i < 12; i++) {
      const leased = await claimOne(engine);
      const controller = new AbortController();
      const kind: OperationKind = async ({ steps }) => {
        if (i % 4 === 3) await steps.step(`page:${i}`, async () => ({ result: i }));
        controller.abort('lease_lost');
        steps.checkpoint();
        return succeeded(null);
      };
      await runAs(engine, leased, kind, controller.signal);
      advance(engine, 31);
      await engine.core.worker.sweep();
    }
    const leased = await claimOne(engine);
    expect(leased.operation.steps.map(({ name }) => name)).to.deep.equal(['page:3', 'page:7', 'page:11']);
    await runAs(engine, leased, async () => succeeded('through'));
    expect((await operation(engine, leased.operation.id)).state).to.equal('succeeded');
  });
});
