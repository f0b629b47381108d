// Callers run an operation again, or stop it.
import type { Caller } from '../../domain/caller.ts';
import { alreadyRunning, conflict, notFound, type ServiceError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import { cancel, isReplayable, type ReplayNote, replay } from '../../domain/operation-moves.ts';
import { isPurged } from '../../domain/retention.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/records.ts';
import { agentOf, notForAgents } from '../access/for-agents.ts';
import { recordAct } from '../access/record-act.ts';
import { endHeld } from '../approvals/end-held.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { withApplied } from './automation-ending.ts';
import { endCancelled } from './bulk-ending.ts';
import { findOperation } from './read-operations.ts';

interface Move {
  readonly action: 'operation.replayed' | 'operation.cancelled';
  /** What it is called, if it is not for agents. */
  readonly forPeople?: string;
  /** Throws CONFLICT if the state does not allow it. */
  readonly next: (before: Operation, note: ReplayNote, now: Date) => Operation;
}

/** Runs a failed or dead operation again; throws CONFLICT `operation_not_replayable` for others and for retention's. */
export function replayOperation(ports: CorePorts) {
  return moveOperation(ports, {
    forPeople: 'a replay of failed work',
    action: 'operation.replayed',
    next: replayed,
  });
}

/** Throws CONFLICT `operation_not_replayable`. */
export function replayed(before: Operation, note: ReplayNote, now: Date): Operation {
  if (!isId('user', note.actor)) assertNoRetention(before, 'operation_not_replayable', 'replayed by a key');
  if (isPurged(before.input)) {
    throw conflict('operation_not_replayable', 'its documents were removed when the connection was disconnected');
  }
  if (before.input['retention_mode'] === 'zero') {
    const message = 'the bodies of its items were deleted when it ended: its connection stores no records';
    throw conflict('operation_not_replayable', message);
  }
  // A member approved it once; whoever wants it again asks again, or is a member.
  if (before.approval && !isId('user', note.actor)) {
    throw conflict(
      'operation_not_replayable',
      'a member approved this once: a key proposes it again, a member replays it',
    );
  }
  if (isReplayable(before)) return replay(before, note, now);
  throw conflict('operation_not_replayable', `an operation that is ${before.state} cannot be replayed`);
}

/**
 * Stops waiting work at once and running work at its next step; throws CONFLICT `operation_terminal` for an ended
 * operation, `operation_not_cancellable` for a purge.
 */
export function cancelOperation(ports: CorePorts) {
  return moveOperation(ports, {
    action: 'operation.cancelled',
    next: (before, _note, now) => {
      assertNoRetention(before, 'operation_not_cancellable', 'cancelled');
      if (!isTerminal(before.state)) return withApplied(cancel(before, now));
      throw conflict('operation_terminal', `an operation that is ${before.state} cannot be cancelled`);
    },
  });
}

/** Nobody may cancel a purge, which a disconnect promised; only a member may replay one that gave up. */
function assertNoRetention({ type }: Operation, reason: string, word: string): void {
  if (type === 'retention.purge') throw conflict(reason, `a ${type} operation cannot be ${word}`);
}

function moveOperation(ports: CorePorts, { action, next, forPeople }: Move) {
  const find = findOperation(ports);
  return async (
    caller: Caller,
    { operationId, write }: { readonly operationId: string; readonly write: Write<ReasonRequest> },
  ): Promise<Answered<Operation>> => {
    if (forPeople !== undefined && agentOf(caller)) throw notForAgents(forPeople);
    const { id } = await find(caller, operationId);
    const { reason } = parse(ReasonRequest, write.body);
    const apply = async (stores: Stores): Promise<Operation> => {
      const before = await stores.operations.lock(caller, id);
      if (!before) throw notFound('operation');
      const note = { actor: caller.actor, reason, traceparent: ports.tracing?.traceparent() };
      const after = await endCancelled(stores, next(before, note, ports.clock.now()));
      if (!(await stores.operations.update(after, before.state))) throw await otherRunning(stores, before);
      await endHeld(stores, ports, after);
      await recordAct(stores, ports, caller, { action, subject: id, details: actDetails(before, reason) });
      return after;
    };
    return changeOnce(ports, caller, write, {
      act: [action, id],
      keyRequired: true,
      queuesWork: action === 'operation.replayed',
      draft: async () => ({ forReplay: id, apply }),
      replay: () => find(caller, id),
    });
  };
}

/** For the audit entry: the reason, and the state before. */
export function actDetails({ state, attemptCount }: Operation, reason: string) {
  return { reason, previous_state: state, previous_attempt_count: attemptCount };
}

/** The most connections of an organization that may work at one document. */
const rivalsMax = 100;

/**
 * Names the operation that refused the change: the changed one is locked, so only the rule of one unfinished operation per
 * document can have refused.
 */
async function otherRunning(
  { operations }: Stores,
  { type, subject, connectionId, ...plane }: Operation,
): Promise<ServiceError> {
  if (subject === null) throw new Error('a locked operation changed its state');
  const unfinished = await operations.lockUnfinished(plane, { type, subject }, rivalsMax);
  return alreadyRunning(unfinished.find((other) => other.connectionId === connectionId)?.id);
}
