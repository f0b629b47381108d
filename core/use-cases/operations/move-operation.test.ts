import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation, settle } from '../../domain/operation-moves.ts';
import { invoice, invoiceId, openEngine, unpaid } from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';

describe('moving operations', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    await engine.connect();
    await engine.notify(1, [invoiceId]);
  });

  type Act = 'replay' | 'cancel';
  const only = async (): Promise<Operation> => {
    const [found] = await engine.operations('notification.process');
    if (!found) throw new Error('no operation');
    return found;
  };
  let keys = 0;
  const move = async (
    act: Act,
    {
      id,
      key = `k-${++keys}`,
      body = { reason: 'because' },
      caller = engine.caller,
    }: Partial<{
      id: string;
      key: string;
      body: unknown;
      caller: Caller;
    }> = {},
  ) => {
    const operationId = id ?? (await only()).id;
    const write = { key: key === '' ? undefined : key, body: body as { reason: string } };
    return engine.core.operations[act](caller, { operationId, write });
  };
  const audited = async () =>
    (await engine.storage.audit.list(engine.caller.organizationId, { limit: 200, page: 1 })).items.filter(
      ({ subject }) => subject.startsWith('op_'),
    );
  /** Ends the operation as a worker would. */
  const end = async (outcome: 'failed' | 'succeeded'): Promise<Operation> => {
    const { operation: running, lease } = await engine.claimOne();
    const error = { code: 'PROVIDER_REJECTED', message: 'no', retryable: false } as const;
    const step = { startedAt: engine.hands.now, finishedAt: engine.hands.now, error: null };
    const first = { ...step, name: 'first', state: 'succeeded', result: { n: 1 } } as const;
    await engine.storage.operations.saveSteps([{ lease, step: first, leaseUntil: lease.expiresAt }]);
    const how = outcome === 'failed' ? { kind: outcome, error } : { kind: outcome, result: null };
    const ended = settle(running, how, { startedAt: lease.claimedAt, now: engine.hands.now, spread: 0 });
    expect(await engine.storage.operations.settleAll([{ lease, next: ended }])).to.deep.equal([true]);
    return engine.operation(running.id);
  };

  it('runs a failed operation again: next run, its steps and attempts kept, the reason on record', async () => {
    const failed = await end('failed');
    engine.advance(60);
    const signals = engine.hands.signals;
    const { value, replayed } = await move('replay', { body: { reason: '  the account is there now ' } });
    expect(replayed).to.equal(false);
    expect(value).to.deep.include({ state: 'queued', run: 2, attemptCount: 0, error: null, finishedAt: null });
    expect(value).to.deep.include({ steps: failed.steps, attempts: failed.attempts, nextAttemptAt: engine.hands.now });
    const entry = { previousState: 'failed', previousAttemptCount: 1, actor: 'key_1' };
    expect(value.replays).to.deep.equal([{ ...entry, at: engine.hands.now, reason: 'the account is there now' }]);
    expect(await engine.operation(failed.id)).to.deep.equal(value);
    expect(engine.hands.signals).to.equal(signals + 1);
    const [entered] = await audited();
    expect(entered).to.deep.include({
      action: 'operation.replayed',
      actor: 'key_1',
      subject: failed.id,
      details: { reason: 'the account is there now', previous_state: 'failed', previous_attempt_count: 1 },
    });
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
    await engine.drain();
    expect(await only()).to.include({ state: 'succeeded', run: 2 });
  });

  it('does it once per key, also after a second failure', async () => {
    await end('failed');
    await move('replay', { key: 'same' });
    await end('failed');
    const again = await move('replay', { key: 'same' });
    expect(again).to.deep.include({ replayed: true });
    expect(again.value).to.include({ state: 'failed', run: 2 });
    expect(await audited()).to.have.length(1);
    expect((await move('replay')).value).to.include({ state: 'queued', run: 3 });
  });

  it('of many that replay at once one does', async () => {
    await end('failed');
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => move('replay')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await only()).to.include({ run: 2 });
    expect(await audited()).to.have.length(1);
  });

  it('refuses to replay what has not failed, and frees the key', async () => {
    const refused = async () => (await refusalOf(move('replay', { key: 'k' }))).details.reason;
    expect(await refused()).to.equal('operation_not_replayable');
    await end('failed');
    expect((await move('replay', { key: 'k' })).replayed).to.equal(false);
    await end('succeeded');
    expect((await refusalOf(move('replay'))).details.reason).to.equal('operation_not_replayable');
    expect(await audited()).to.have.length(1);
  });

  it('cancels waiting work at once, and never twice', async () => {
    const { value } = await move('cancel', { body: { reason: 'not wanted' } });
    expect(value).to.deep.include({ state: 'cancelled', finishedAt: engine.hands.now, nextAttemptAt: null });
    expect(await engine.core.worker.claim(1)).to.deep.equal([]);
    const [entered] = await audited();
    expect(entered).to.deep.include({ action: 'operation.cancelled', subject: value.id });
    expect(entered?.details).to.include({ reason: 'not wanted', previous_state: 'queued' });
    expect((await refusalOf(move('cancel'))).details.reason).to.equal('operation_terminal');
    expect((await refusalOf(move('replay'))).details.reason).to.equal('operation_not_replayable');
  });

  it('asks running work to stop at its next step', async () => {
    const { lease } = await engine.claimOne();
    expect((await move('cancel')).value.state).to.equal('running');
    expect(await engine.core.worker.renew([lease])).to.deep.equal([
      { operationId: lease.operationId, cancelRequested: true, prolonged: true },
    ]);
  });

  it('leaves purges alone: nobody cancels one, and a key runs none again', async () => {
    const { ports, storage, hands, caller } = engine;
    const draft = { ...caller, type: 'retention.purge', connectionId: null, subject: 'conn_1', input: {} } as const;
    const purge = queueOperation({ ...draft, id: ports.ids.next('op') }, hands.now);
    const dead = queueOperation({ ...draft, id: ports.ids.next('op') }, hands.now);
    await storage.operations.insert([purge, { ...dead, state: 'dead_letter', nextAttemptAt: null }]);
    const reasonOf = async (act: Act, id: string, actor: Caller['actor']) =>
      (await refusalOf(move(act, { id, caller: { ...caller, actor } }))).details.reason;
    const [key, member] = [ports.ids.next('key'), ports.ids.next('user')];
    for (const actor of [key, member]) {
      expect(await reasonOf('cancel', purge.id, actor)).to.equal('operation_not_cancellable');
    }
    expect(await reasonOf('replay', dead.id, key)).to.equal('operation_not_replayable');
    const again = await move('replay', { id: dead.id, caller: { ...caller, actor: member } });
    expect(again.value.state).to.equal('queued');
  });

  it('does not run again what lost its documents with its connection', async () => {
    const failed = await end('failed');
    await engine.storage.retention.forget('operations', failed.connectionId ?? ('conn_' as ConnectionId), {
      now: engine.hands.now,
      limit: 10,
      after: null,
      sparesUnderWay: false,
    });
    expect((await refusalOf(move('replay'))).details.reason).to.equal('operation_not_replayable');
  });

  const wrong = [null, {}, { reason: '' }, { reason: ' ' }, { reason: 7 }, { reason: 'x', force: true }];
  for (const act of ['replay', 'cancel'] as const) {
    it(`${act} wants a reason and a key, and changes nothing without`, async () => {
      await end('failed');
      for (const body of wrong) expect((await refusalOf(move(act, { body }))).code).to.equal('BAD_REQUEST');
      const keyless = await refusalOf(move(act, { key: '' }));
      expect(keyless.details.errors?.[0]?.path).to.equal('Idempotency-Key');
      expect(await audited()).to.deep.equal([]);
    });
  }
});
