import { expect } from 'chai';
import { ServiceError } from '../domain/errors.ts';
import type { LeasedOperation, Operation } from '../domain/operation.ts';
import { cancel, queueOperation, replay } from '../domain/operation-moves.ts';
import { advance, claimOne, type Engine, never, openEngine, operation } from './engine.test-support.ts';
import type { OperationKind } from './operation-kind.ts';
import { succeeded } from './operation-kind.ts';
import { runOperation } from './run-operation.ts';

describe('running an operation', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
  });
  afterEach(() => engine.close());

  async function queue(): Promise<Operation> {
    const { caller, ports, storage, hands } = engine;
    const queued = queueOperation(
      { ...caller, id: ports.ids.next('op'), type: 'connection.sync', connectionId: null, subject: 'x', input: {} },
      hands.now,
    );
    await storage.operations.insert([queued]);
    return queued;
  }

  function run(leased: LeasedOperation, kind: OperationKind, signal: AbortSignal = never): Promise<void> {
    return runOperation(engine.ports, { 'connection.sync': kind })(leased, signal);
  }

  async function runNext(kind: OperationKind, signal: AbortSignal = never): Promise<Operation> {
    const leased = await claimOne(engine);
    await run(leased, kind, signal);
    return operation(engine, leased.operation.id);
  }

  /** Two steps that count how often they ran; `between` runs after the first. */
  function twoSteps(ran: string[], between: () => Promise<void> = async () => {}): OperationKind {
    return async ({ steps }) => {
      const first = await steps.step('first', async () => {
        ran.push('first');
        return { result: { n: ran.length } };
      });
      await between();
      const second = await steps.step('second', async () => {
        ran.push('second');
        return { result: first.n + 1 };
      });
      return succeeded({ first, second });
    };
  }

  it('keeps steps and result', async () => {
    await queue();
    const ran: string[] = [];
    const done = await runNext(twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(done.result).to.deep.equal({ first: { n: 1 }, second: 2 });
    expect(done.steps.map(({ name, state, result }) => ({ name, state, result }))).to.deep.equal([
      { name: 'first', state: 'succeeded', result: { n: 1 } },
      { name: 'second', state: 'succeeded', result: 2 },
    ]);
  });

  it('does not run a finished step again after the worker was lost', async () => {
    await queue();
    const ran: string[] = [];
    const { promise: hang, resolve: wake } = Promise.withResolvers<void>();
    const { promise: atBoundary, resolve: reached } = Promise.withResolvers<void>();
    const old = await claimOne(engine);
    const paused = run(
      old,
      twoSteps(ran, () => {
        reached();
        return hang;
      }),
    );
    await atBoundary;
    advance(engine, 31);
    expect(await engine.core.worker.sweep()).to.equal(1);
    const done = await runNext(twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(ran).to.deep.equal(['first', 'second']);

    wake();
    await paused;
    expect(ran).to.deep.equal(['first', 'second', 'second']);
    expect(await operation(engine, done.id)).to.deep.equal(done);
  });

  it('lets an old lease neither save a step nor settle, nor keep what goes with them', async () => {
    await queue();
    const old = await claimOne(engine);
    advance(engine, 31);
    await engine.core.worker.sweep();
    const newer = await claimOne(engine);
    const audit = async (name: string) => {
      const { ids } = engine.ports;
      const { organizationId, environment, requestId } = engine.caller;
      const common = { organizationId, environment, requestId, actor: 'a', subject: 's', details: {} };
      return { id: ids.next('audit'), action: name, at: engine.hands.now, ...common };
    };
    await run(old, async ({ steps }) => {
      await steps.step('late', async () => ({
        result: 1,
        also: async (stores) => stores.audit.record(await audit('late step')),
      }));
      return succeeded('late');
    });
    await run(old, async () => async (stores) => {
      await stores.audit.record(await audit('late end'));
      return succeeded('late');
    });
    await run(old, async () => {
      throw new ServiceError('PROVIDER_REJECTED', 'late');
    });
    const kept = await operation(engine, old.operation.id);
    expect(kept).to.include({ state: 'running', result: null });
    expect(kept.steps).to.deep.equal([]);
    const entries = await engine.storage.audit.list(engine.caller.organizationId, { limit: 10, page: 1 });
    expect(entries.items).to.deep.equal([]);
    await run(newer, async () => succeeded('newer'));
    expect((await operation(engine, old.operation.id)).result).to.equal('newer');
  });

  it('lets a lapsed but not yet claimed lease change nothing either', async () => {
    await queue();
    const old = await claimOne(engine);
    advance(engine, 31);
    await engine.core.worker.sweep();
    await run(old, async () => succeeded('late'));
    expect(await operation(engine, old.operation.id)).to.include({ state: 'retrying', result: null });
    expect(engine.hands.logged.at(-1)?.fields).to.include({ outcome: 'lease_lost' });
  });

  it('retries what may pass, with the failed step kept for people to read', async () => {
    await queue();
    const ran: string[] = [];
    const failing: OperationKind = async ({ steps }) => {
      await twoSteps(ran)({ steps, operation: {} as Operation });
      await steps.step('third', async () => {
        throw new ServiceError('PROVIDER_UNAVAILABLE', 'down', { retryAfterSeconds: 90 });
      });
      return succeeded(null);
    };
    const after = await runNext(failing);
    expect(after.state).to.equal('retrying');
    expect(after.nextAttemptAt).to.deep.equal(new Date(engine.hands.now.getTime() + 90_000));
    expect(after.error).to.deep.equal({ code: 'PROVIDER_UNAVAILABLE', message: 'down', retryable: true });
    expect(after.steps.map(({ name, state }) => `${name} ${state}`)).to.deep.equal([
      'first succeeded',
      'second succeeded',
      'third failed',
    ]);
    advance(engine, 90);
    await runNext(failing);
    expect(ran).to.deep.equal(['first', 'second']);
  });

  it('ends in dead_letter after ten attempts, and a replay keeps the steps', async () => {
    const { id } = await queue();
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
      await runNext(kind);
    }
    const dead = await operation(engine, id);
    expect(dead).to.include({ state: 'dead_letter', attemptCount: 10 });
    expect(dead.error).to.include({ code: 'INTERNAL', message: 'the attempt failed for an internal reason' });
    expect(JSON.stringify(dead)).not.to.contain('boom');
    expect(engine.hands.logged.find(({ level }) => level === 'error')?.fields).to.include({ cause: 'Error: boom' });

    broken = false;
    const again = replay(dead, { actor: 'key_1', reason: 'mended' }, engine.hands.now);
    expect(await engine.storage.operations.update(again, 'dead_letter')).to.equal(true);
    const done = await runNext(kind);
    expect(done).to.include({ state: 'succeeded', run: 2, attemptCount: 1, result: 'done', error: null });
    expect(ran.filter((name) => name === 'first')).to.have.length(1);
    expect(done.steps.map(({ state }) => state)).to.deep.equal(['succeeded', 'succeeded']);
  });

  it('fails at once what is refused for good', async () => {
    await queue();
    const after = await runNext(async () => {
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
    await queue();
    const after = await runNext(async ({ steps }) => {
      await steps.step('read', async () => {
        throw new ServiceError('RATE_LIMITED', 'used up', { reason: 'connection_minute', retryAfterSeconds: 17 });
      });
      return succeeded(null);
    });
    expect(after).to.include({ state: 'retrying', attemptCount: 0, error: null });
    expect(after.steps).to.deep.equal([]);
    expect(after.attempts[0]).to.deep.include({ outcome: 'postponed' });
    expect(after.nextAttemptAt).to.deep.equal(new Date(engine.hands.now.getTime() + 17_000));
  });

  it('fails a type that it cannot run with a clear sentence', async () => {
    const { id } = await queue();
    await runOperation(engine.ports, {})(await claimOne(engine), never);
    const after = await operation(engine, id);
    expect(after.state).to.equal('failed');
    expect(after.error?.message).to.equal('operation type is not supported by this worker');
  });

  it('hands back at the next step boundary when the worker shuts down', async () => {
    await queue();
    const controller = new AbortController();
    const ran: string[] = [];
    const after = await runNext(
      twoSteps(ran, async () => controller.abort('shutdown')),
      controller.signal,
    );
    expect(after).to.include({ state: 'retrying', attemptCount: 0 });
    expect(after.nextAttemptAt).to.deep.equal(engine.hands.now);
    expect(engine.hands.signals).to.be.greaterThan(0);
    const done = await runNext(twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(ran).to.deep.equal(['first', 'second']);
  });

  it('changes nothing when it is told that the lease is lost', async () => {
    await queue();
    const controller = new AbortController();
    const after = await runNext(
      twoSteps([], async () => controller.abort('lease_lost')),
      controller.signal,
    );
    expect(after).to.include({ state: 'running' });
    expect(after.attempts).to.deep.equal([]);
  });

  it('stops at the next step boundary when somebody cancels, and does not come back', async () => {
    const { id } = await queue();
    const ran: string[] = [];
    const ask = async () => {
      const running = await operation(engine, id);
      await engine.storage.operations.update(cancel(running, engine.hands.now), 'running');
    };
    const kind: OperationKind = async ({ steps }) => {
      await steps.step('first', async () => {
        ran.push('first');
        await ask();
        return { result: 1 };
      });
      await steps.step('second', async () => {
        ran.push('second');
        return { result: 2 };
      });
      return succeeded(null);
    };
    const after = await runNext(kind);
    expect(after.state).to.equal('cancelled');
    expect(ran).to.deep.equal(['first']);
  });

  it('turns a retry into the asked-for cancel', async () => {
    const { id } = await queue();
    const after = await runNext(async () => {
      const running = await operation(engine, id);
      await engine.storage.operations.update(cancel(running, engine.hands.now), 'running');
      throw new Error('boom');
    });
    expect(after.state).to.equal('cancelled');
  });

  it('keeps nothing of a conclusion that throws, and retries', async () => {
    await queue();
    const after = await runNext(async () => async (stores) => {
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
    await queue();
    let works = 0;
    let commits = 0;
    const after = await runNext(async () => {
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

  it('never rejects, even when the database takes nothing', async () => {
    await queue();
    const leased = await claimOne(engine);
    const down = { ...engine.storage, transaction: () => Promise.reject(new Error('down')) };
    await runOperation({ ...engine.ports, storage: down }, { 'connection.sync': twoSteps([]) })(leased, never);
    expect(engine.hands.logged.at(-1)).to.deep.include({ level: 'error' });
    advance(engine, 31);
    expect(await engine.core.worker.sweep()).to.equal(1);
    expect((await runNext(twoSteps([]))).state).to.equal('succeeded');
  });
});
