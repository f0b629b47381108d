import { expect } from 'chai';
import { openedEach } from '../../contract-tests/testing/opened.ts';
import type { LeasedOperation } from '../domain/operation.ts';
import { queueOperation } from '../domain/operation-moves.ts';
import { advance, claimOne, openEngine, operation } from '../use-cases/testing/engine.ts';
import { succeeded } from './operation-kind.ts';
import { queueOne, run, twoSteps } from './testing/attempts.ts';

describe('handing back what cannot be stopped', () => {
  const engine = openedEach(() => openEngine());

  /** An attempt whose second step hangs until the test lets it go. */
  async function hanging() {
    const { id } = await queueOne(engine);
    const leased = await claimOne(engine);
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    let hangs = false;
    const ended = run(engine, leased, async ({ steps }) => {
      await steps.step('first', async () => ({ result: 'one' }));
      await steps.step('second', async () => {
        hangs = true;
        await promise;
        return { result: 'late' };
      });
      return succeeded('late');
    });
    const deadline = Date.now() + 5000;
    while (!hangs && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 2));
    return { id, leased, letGo, ended };
  }

  it('puts it back at once: due now, no attempt burned, finished steps kept', async () => {
    const { id, leased, letGo, ended } = await hanging();
    expect(await engine.core.worker.handBack([leased])).to.equal(1);
    const back = await operation(engine, id);
    expect(back).to.include({ state: 'retrying', attemptCount: 0, lapses: 0 });
    expect(back.nextAttemptAt).to.deep.equal(engine.hands.now);
    expect(back.attempts.map(({ outcome, error }) => [outcome, error?.reason])).to.deep.equal([
      ['postponed', 'worker_stopped'],
    ]);
    expect(back.steps.map(({ name }) => name)).to.deep.equal(['first']);
    letGo();
    await ended;
  });

  it('refuses what the attempt that hung still wants to keep; another worker goes on at its step', async () => {
    const { id, leased, letGo, ended } = await hanging();
    await engine.core.worker.handBack([leased]);
    const next = await claimOne(engine);
    const ran: string[] = [];
    await run(engine, next, twoSteps(ran));
    letGo();
    await ended;
    const after = await operation(engine, id);
    expect(ran).to.deep.equal(['second']);
    expect(after.state).to.equal('succeeded');
    expect(after.steps.map(({ name, result }) => [name, result])).to.not.deep.include(['second', 'late']);
  });

  it('changes nothing of what was lost, ended or handed back before', async () => {
    const { id, leased, letGo, ended } = await hanging();
    advance(engine, 31);
    await engine.core.worker.sweep();
    const next = await claimOne(engine);
    expect(await engine.core.worker.handBack([leased])).to.equal(0);
    expect((await operation(engine, id)).state).to.equal('running');
    expect(await engine.core.worker.handBack([next, leased])).to.equal(1);
    expect(await engine.core.worker.handBack([next, leased])).to.equal(0);
    expect(await engine.core.worker.handBack([])).to.equal(0);
    letGo();
    await ended;
  });

  it('leaves a request to cancel standing', async () => {
    const { id, leased, letGo, ended } = await hanging();
    const { core, caller } = engine;
    await core.operations.cancel(caller, { operationId: id, write: cancelling() });
    await core.worker.handBack([leased]);
    letGo();
    await ended;
    await core.worker.run(await claimOne(engine), new AbortController().signal);
    expect((await operation(engine, id)).state).to.equal('cancelled');
  });

  it('takes many in bounded statements', async () => {
    const { caller, ports, storage, hands, core } = engine;
    const draft = { ...caller, type: 'webhook.deliver', connectionId: null, input: {} } as const;
    const queued = Array.from({ length: 230 }, (_, i) =>
      queueOperation({ ...draft, id: ports.ids.next('op'), subject: `we_${i}` }, hands.now),
    );
    await storage.operations.insert(queued);
    const leased: LeasedOperation[] = [];
    for (let claim = 0; claim < 50 && leased.length < 230; claim++) leased.push(...(await core.worker.claim(500)));
    expect(leased).to.have.length(230);
    expect(await core.worker.handBack(leased)).to.equal(230);
    expect((await core.worker.depth())[0]).to.deep.equal({ lane: 'delivery', due: 230, oldestDueAt: hands.now });
  });
});

function cancelling() {
  return { key: 'cancel-1', body: { reason: 'no more' } };
}
