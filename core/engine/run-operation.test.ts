import { expect } from 'chai';
import { openedEach } from '../../contract-tests/testing/opened.ts';
import { ServiceError } from '../domain/errors.ts';
import type { OperationId } from '../domain/ids.ts';
import { type AttemptOutcome, cancel, queueOperation, replay } from '../domain/operation-moves.ts';
import { advance, claimOne, never, openEngine, operation, stale } from '../use-cases/testing/engine.ts';
import type { Finding } from './batch.ts';
import { continueLater, type OperationKind, succeeded } from './operation-kind.ts';
import { runOperation } from './run-operation.ts';
import { queueOne, run, runNext, twoSteps } from './testing/attempts.ts';
import { createWorker } from './worker-api.ts';

describe('running an operation', () => {
  const engine = openedEach(() => openEngine());

  it('lets a lapsed but not yet claimed lease change nothing either', async () => {
    await queueOne(engine);
    const old = await claimOne(engine);
    advance(engine, 31);
    await engine.core.worker.sweep();
    await run(engine, old, async () => succeeded('late'));
    expect(await operation(engine, old.operation.id)).to.include({ state: 'retrying', result: null });
    expect(engine.hands.logged.at(-1)?.fields).to.include({ outcome: 'lease_lost' });
  });

  it('retries what may pass, with the failed step kept for people to read', async () => {
    await queueOne(engine);
    const ran: string[] = [];
    const failing: OperationKind = async (attempt) => {
      const { steps } = attempt;
      await twoSteps(ran)(attempt);
      await steps.step('third', async () => {
        throw new ServiceError('PROVIDER_UNAVAILABLE', 'down', { retryAfterSeconds: 90 });
      });
      return succeeded(null);
    };
    const after = await runNext(engine, failing);
    expect(after.state).to.equal('retrying');
    expect(after.nextAttemptAt).to.deep.equal(new Date(engine.hands.now.getTime() + 90_000));
    expect(after.error).to.deep.equal({ code: 'PROVIDER_UNAVAILABLE', message: 'down', retryable: true });
    expect(after.steps.map(({ name, state }) => `${name} ${state}`)).to.deep.equal([
      'first succeeded',
      'second succeeded',
      'third failed',
    ]);
    advance(engine, 90);
    await runNext(engine, failing);
    expect(ran).to.deep.equal(['first', 'second']);
  });

  it('ends in dead_letter after ten attempts, and a replay keeps the steps', async () => {
    const { id } = await queueOne(engine);
    const ran: string[] = [];
    let broken = true;
    const kind: OperationKind = async ({ steps }) => {
      await steps.step('first', async () => {
        ran.push('first');
        return { result: 'one' };
      });
      await steps.step('second', async () => {
        ran.push('second');
        if (broken) throw new Error('boom');
        return { result: 'two' };
      });
      return succeeded('done');
    };
    for (let attempt = 1; attempt <= 10; attempt++) {
      advance(engine, 30_000);
      await runNext(engine, kind);
    }
    const dead = await operation(engine, id);
    expect(dead).to.include({ state: 'dead_letter', attemptCount: 10 });
    expect(dead.error).to.include({ code: 'INTERNAL', message: 'the attempt failed for an internal reason' });
    expect(JSON.stringify(dead)).not.to.contain('boom');
    expect(engine.hands.logged.find(({ level }) => level === 'error')?.fields).to.include({ cause: 'Error: boom' });

    broken = false;
    const again = replay(dead, { actor: 'key_1', reason: 'mended' }, engine.hands.now);
    expect(await engine.storage.operations.update(again, 'dead_letter')).to.equal(true);
    const done = await runNext(engine, kind);
    expect(done).to.include({ state: 'succeeded', run: 2, attemptCount: 1, result: 'done', error: null });
    expect(ran.filter((name) => name === 'first')).to.have.length(1);
    expect(done.steps.map(({ state }) => state)).to.deep.equal(['succeeded', 'succeeded']);
  });

  it('fails at once what is refused for good', async () => {
    await queueOne(engine);
    const after = await runNext(engine, async () => {
      throw new ServiceError('PROVIDER_REJECTED', 'no', { outcome: 'not_applied', reason: 'x' });
    });
    expect(after.state).to.equal('failed');
    expect(after.error).to.deep.equal({
      code: 'PROVIDER_REJECTED',
      reason: 'x',
      message: 'no',
      retryable: false,
      outcome: 'not_applied',
    });
  });

  it('waits for budget without burning an attempt or blaming the step', async () => {
    await queueOne(engine);
    const after = await runNext(engine, async ({ steps }) => {
      await steps.step('read', async () => {
        throw new ServiceError('RATE_LIMITED', 'used up', { reason: 'connection_minute', retryAfterSeconds: 17 });
      });
      return succeeded(null);
    });
    expect(after).to.include({ state: 'queued', attemptCount: 0, error: null });
    expect(after.steps).to.deep.equal([]);
    expect(after.attempts[0]).to.deep.include({ outcome: 'postponed' });
    expect(after.nextAttemptAt).to.deep.equal(new Date(engine.hands.now.getTime() + 17_000));
  });

  it('hands a type that it does not know back as it was, for a worker that knows it', async () => {
    const { id } = await queueOne(engine);
    const queued = await operation(engine, id);
    const decline = async () => runOperation(engine.ports, { kinds: {}, endings: {} })(await claimOne(engine), never);
    expect(await decline()).to.equal('queued');
    const after = await operation(engine, queued.id);
    const until = new Date(engine.hands.now.getTime() + 5_000);
    expect(after).to.deep.equal({ ...queued, nextAttemptAt: until, updatedAt: after.updatedAt });
    advance(engine, 5);
    await runNext(engine, async () => {
      throw new ServiceError('PROVIDER_UNAVAILABLE', 'down', { retryAfterSeconds: 90 });
    });
    advance(engine, 90);
    const tried = await operation(engine, queued.id);
    expect(await decline()).to.equal('retrying');
    const { nextAttemptAt, updatedAt, ...same } = await operation(engine, queued.id);
    expect({ ...tried, ...same }).to.deep.equal(tried);
    expect(tried).to.include({ attemptCount: 1, state: 'retrying' });
    advance(engine, 5);
    expect(await runNext(engine, async () => succeeded('done'))).to.include({ state: 'succeeded', attemptCount: 2 });
  });

  it('claims and sweeps only what is in its table', async () => {
    const { id } = await queueOne(engine);
    const worker = createWorker(engine.ports, { kinds: { 'secrets.reencrypt': twoSteps([]) }, endings: {} });
    expect(await worker.claim(9)).to.deep.equal([]);
    expect(await worker.nextDueAt()).to.equal(undefined);
    await claimOne(engine);
    advance(engine, 31);
    expect(await worker.sweep()).to.equal(0);
    expect(await operation(engine, id)).to.include({ state: 'running', lapses: 0 });
    expect(await engine.core.worker.sweep()).to.equal(1);
  });

  it('turns a retry into the asked-for cancel', async () => {
    const { id } = await queueOne(engine);
    const after = await runNext(engine, async () => {
      const running = await operation(engine, id);
      await engine.storage.operations.update(cancel(running, engine.hands.now), 'running');
      throw new Error('boom');
    });
    expect(after.state).to.equal('cancelled');
  });

  it('keeps nothing of a conclusion that throws, and retries', async () => {
    await queueOne(engine);
    const after = await runNext(engine, async () => async (stores) => {
      const queued = queueOperation(
        {
          ...engine.caller,
          id: engine.ports.ids.next('op'),
          type: 'webhook.deliver',
          connectionId: null,
          subject: 'e',
          input: {},
        },
        engine.hands.now,
      );
      await stores.operations.insert([queued]);
      throw new Error('boom');
    });
    expect(after.state).to.equal('retrying');
    expect((await engine.core.operations.list(engine.caller, { type: 'webhook.deliver' })).total).to.equal(0);
  });

  it('settles again when the database did not take it, without running the work again', async () => {
    await queueOne(engine);
    let works = 0;
    let commits = 0;
    const after = await runNext(engine, async () => {
      works += 1;
      return async () => {
        commits += 1;
        if (commits === 1) throw new Error('connection reset');
        return succeeded('kept');
      };
    });
    expect(after).to.include({ state: 'succeeded', result: 'kept' });
    expect({ works, commits }).to.deep.equal({ works: 1, commits: 2 });
  });

  it('decides what many found in one transaction: a lost lease has no part in it, and one that cannot be decided fails alone', async () => {
    for (const subject of ['1', '2', '3', '4']) await queueOne(engine, subject);
    const all = await engine.core.worker.claim(9);
    const [good, poison, lost, cancelled] = all.map(({ operation }) => operation.id);
    const groups: number[] = [];
    const decideAll = async (_: unknown, found: readonly string[]): Promise<readonly AttemptOutcome[]> => {
      groups.push(found.length);
      if (found.includes(String(poison))) throw new Error('boom');
      return found.map((id) => (id === cancelled ? continueLater('later', 'later', 60) : succeeded(id)));
    };
    const kind: OperationKind = async ({ operation: { id } }) => ({ found: id, decideAll }) satisfies Finding<string>;
    const running = await operation(engine, cancelled as OperationId);
    await engine.storage.operations.update(cancel(running, engine.hands.now), 'running');
    const run = runOperation(engine.ports, { kinds: { 'connection.sync': kind }, endings: {} });
    const held = all.map((one) => (one.operation.id === lost ? { ...one, lease: stale(one.lease) } : one));
    const states = await Promise.all(held.map((one) => run(one, never)));
    expect(states).to.deep.equal(['succeeded', 'retrying', undefined, 'cancelled']);
    expect((await operation(engine, good as OperationId)).result).to.equal(good);
    // The poisoned one is tried again like any end that the database did not store.
    expect(groups).to.deep.equal([3, 1, 1, 1, 1, 1, 1]);
  });

  it('never rejects, even when the database takes nothing', async () => {
    await queueOne(engine);
    const leased = await claimOne(engine);
    const refuse = () => Promise.reject(new Error('down'));
    const operations = { ...engine.storage.operations, saveSteps: refuse, settleAll: refuse };
    const down = { ...engine.storage, operations, transaction: refuse };
    const table = { kinds: { 'connection.sync': twoSteps([]) }, endings: {} };
    await runOperation({ ...engine.ports, storage: down }, table)(leased, never);
    expect(engine.hands.logged.at(-1)).to.deep.include({ level: 'error' });
    advance(engine, 31);
    expect(await engine.core.worker.sweep()).to.equal(1);
    expect((await runNext(engine, twoSteps([]))).state).to.equal('succeeded');
  });

  it('burns no attempt when the database does not take a success: the lease runs out and the steps stand', async () => {
    const { id } = await queueOne(engine);
    const refuse = () => Promise.reject(new Error('down'));
    const down = { ...engine.storage, operations: { ...engine.storage.operations, settleAll: refuse } };
    const ran: string[] = [];
    const table = { kinds: { 'connection.sync': twoSteps(ran) }, endings: {} };
    const state = await runOperation({ ...engine.ports, storage: down }, table)(await claimOne(engine), never);
    expect(state).to.equal(undefined);
    expect(await operation(engine, id)).to.include({ state: 'running', attemptCount: 0 });
    advance(engine, 31);
    await engine.core.worker.sweep();
    expect((await runNext(engine, twoSteps(ran))).state).to.equal('succeeded');
    expect(ran).to.deep.equal(['first', 'second']);
  });
});
