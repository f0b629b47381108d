import { expect } from 'chai';
import { openedEach } from '../../contract-tests/testing/opened.ts';
import { ServiceError } from '../domain/errors.ts';
import { cancel } from '../domain/operation-moves.ts';
import { advance, claimOne, openEngine, operation } from '../use-cases/testing/engine.ts';
import { type OperationKind, succeeded } from './operation-kind.ts';
import { queueOne, run, runNext, twoSteps } from './testing/attempts.ts';

describe('steps', () => {
  const engine = openedEach(() => openEngine());

  it('keeps steps and result', async () => {
    await queueOne(engine);
    const ran: string[] = [];
    const done = await runNext(engine, twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(done.result).to.deep.equal({ first: { n: 1 }, second: 2 });
    expect(done.steps.map(({ name, state, result }) => ({ name, state, result }))).to.deep.equal([
      { name: 'first', state: 'succeeded', result: { n: 1 } },
      { name: 'second', state: 'succeeded', result: 2 },
    ]);
  });

  it('does not run a finished step again after the worker was lost', async () => {
    await queueOne(engine);
    const ran: string[] = [];
    const { promise: hang, resolve: wake } = Promise.withResolvers<void>();
    const { promise: atBoundary, resolve: reached } = Promise.withResolvers<void>();
    const old = await claimOne(engine);
    const paused = run(
      engine,
      old,
      twoSteps(ran, () => {
        reached();
        return hang;
      }),
    );
    await atBoundary;
    advance(engine, 31);
    expect(await engine.core.worker.sweep()).to.equal(1);
    const done = await runNext(engine, twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(ran).to.deep.equal(['first', 'second']);

    wake();
    await paused;
    expect(ran).to.deep.equal(['first', 'second', 'second']);
    expect(await operation(engine, done.id)).to.deep.equal(done);
  });

  it('lets an old lease neither save a step nor settle, nor keep what goes with them', async () => {
    await queueOne(engine);
    const old = await claimOne(engine);
    advance(engine, 31);
    await engine.core.worker.sweep();
    const newer = await claimOne(engine);
    const audit = async (name: string) => {
      const { ids } = engine.ports;
      const { organizationId, environment, requestId } = engine.caller;
      const common = {
        organizationId,
        environment,
        requestId,
        actorName: null,
        actor: 'a',
        subject: 's',
        details: {},
        changes: null,
      };
      return { id: ids.next('audit'), action: name, at: engine.hands.now, ...common };
    };
    await run(engine, old, async ({ steps }) => {
      await steps.step('late', async () => ({
        result: 1,
        also: async (stores) => stores.audit.record(await audit('late step')),
      }));
      return succeeded('late');
    });
    await run(engine, old, async () => async (stores) => {
      await stores.audit.record(await audit('late end'));
      return succeeded('late');
    });
    await run(engine, old, async () => {
      throw new ServiceError('PROVIDER_REJECTED', 'late');
    });
    const kept = await operation(engine, old.operation.id);
    expect(kept).to.include({ state: 'running', result: null });
    expect(kept.steps).to.deep.equal([]);
    const entries = await engine.storage.audit.list(engine.caller.organizationId, { limit: 10, page: 1 });
    expect(entries.items).to.deep.equal([]);
    await run(engine, newer, async () => succeeded('newer'));
    expect((await operation(engine, old.operation.id)).result).to.equal('newer');
  });

  it('hands back at the next step boundary when the worker shuts down', async () => {
    await queueOne(engine);
    const controller = new AbortController();
    const ran: string[] = [];
    const after = await runNext(
      engine,
      twoSteps(ran, async () => controller.abort('shutdown')),
      controller.signal,
    );
    expect(after).to.include({ state: 'retrying', attemptCount: 0 });
    expect(after.nextAttemptAt).to.deep.equal(engine.hands.now);
    expect(engine.hands.signals).to.be.greaterThan(0);
    const done = await runNext(engine, twoSteps(ran));
    expect(done.state).to.equal('succeeded');
    expect(ran).to.deep.equal(['first', 'second']);
  });

  it('changes nothing when it is told that the lease is lost', async () => {
    await queueOne(engine);
    const controller = new AbortController();
    const after = await runNext(
      engine,
      twoSteps([], async () => controller.abort('lease_lost')),
      controller.signal,
    );
    expect(after).to.include({ state: 'running' });
    expect(after.attempts).to.deep.equal([]);
  });

  it('stops at the next step boundary when somebody cancels, and does not come back', async () => {
    const { id } = await queueOne(engine);
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
    const after = await runNext(engine, kind);
    expect(after.state).to.equal('cancelled');
    expect(ran).to.deep.equal(['first']);
  });
});
