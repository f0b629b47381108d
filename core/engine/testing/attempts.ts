// Runs operations whose work is written in the test.
import type { LeasedOperation, Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { claimOne, type Engine, never, operation } from '../../use-cases/testing/engine.ts';
import { type OperationKind, succeeded } from '../operation-kind.ts';
import { runOperation } from '../run-operation.ts';

export async function queueOne({ caller, ports, storage, hands }: Engine, subject = 'x'): Promise<Operation> {
  const queued = queueOperation(
    { ...caller, id: ports.ids.next('op'), type: 'connection.sync', connectionId: null, subject, input: {} },
    hands.now,
  );
  await storage.operations.insert([queued]);
  return queued;
}

export async function run(engine: Engine, leased: LeasedOperation, kind: OperationKind, signal = never): Promise<void> {
  await runOperation(engine.ports, { kinds: { 'connection.sync': kind }, endings: {} })(leased, signal);
}

/** Claims the due operation, runs it as `kind`, and returns it as it is then. */
export async function runNext(engine: Engine, kind: OperationKind, signal = never): Promise<Operation> {
  const leased = await claimOne(engine);
  await run(engine, leased, kind, signal);
  return operation(engine, leased.operation.id);
}

/** Two steps that note when they run; `between` runs after the first. */
export function twoSteps(ran: string[], between: () => Promise<void> = async () => {}): OperationKind {
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
