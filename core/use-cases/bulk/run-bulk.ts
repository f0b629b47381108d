// `records.bulk`: writes many records, several in a call, each exactly once.
import type { BulkItem } from '../../domain/bulk.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { OperationError } from '../../domain/operation.ts';
import type { AttemptOutcome } from '../../domain/operation-moves.ts';
import { type Attempt, continueLater, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Provider } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { lostAgain, lostAttempt } from '../writes/lost-attempt.ts';
import { changeKnown, holdValues, ownOnly, withoutTaken } from './known-records.ts';
import { lookUp } from './look-up.ts';
import { attemptOf, type BulkCall, type BulkRun, callRepeatedBy, makeCall } from './make-call.ts';

/** Beyond this the operation returns to the queue and frees its slot. */
const callsMost = 100;

/** Makes the calls in this order: those sent without an answer, then creates, then changes. */
export function runBulk(ports: CorePorts): OperationKind {
  return async (attempt) => {
    const { operation } = attempt;
    const { id: operationId, requestId } = operation;
    const connection = await requireConnection(ports, operation, operation.connectionId ?? '');
    if (connection.status === 'disconnecting') return whileLeaving;
    usableTenant(connection);
    const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'bulk' });
    for (let calls = 0; calls < callsMost; calls++) {
      const items = await nextItems(ports, ledger.provider, attempt);
      if (items.length === 0) return (stores) => outcomeOf(stores, attempt);
      await write({ ports, attempt, ledger }, items);
      // Workers can now deliver the events of this call.
      ports.wakeUp.signal();
    }
    return continueLater('more_to_send', 'more items must be sent', 1);
  };
}

/** The items of a call without an answer, else as many as go together in a new call. */
async function nextItems(
  { storage }: CorePorts,
  { traits: { families, callBytesMost } }: Provider,
  { operation }: Attempt,
): Promise<readonly BulkItem[]> {
  const most = Math.max(...Object.values(families).flatMap(({ together }) => [together.creates, together.updates]));
  const found = await storage.bulkItems.undecided(operation.id, operation.run, most);
  const [first] = found;
  if (first?.status === 'unknown') {
    return found.filter(({ status, call }) => status === 'unknown' && call === first.call);
  }
  const refused = found.filter(({ together }) => together === 0);
  if (refused.length > 0) return refused;
  const chosen: BulkItem[] = [];
  let [room, bytesLeft] = [most, callBytesMost];
  for (const item of found) {
    room = Math.min(room, item.together);
    bytesLeft -= bytesOf(item);
    const isOther = (item.targetId === null) !== (first?.targetId === null);
    // Answers name changes by their record, so a call changes a record once.
    const isSecond = item.targetId !== null && chosen.some(({ targetId }) => targetId === item.targetId);
    if (isOther || isSecond || chosen.length >= room || (bytesLeft < 0 && chosen.length > 0)) break;
    chosen.push(item);
  }
  return chosen;
}

function bytesOf({ body, sealedBody }: BulkItem): number {
  return new TextEncoder().encode(body ?? sealedBody ?? '').length;
}

async function write(run: BulkRun, items: readonly BulkItem[]): Promise<void> {
  const { ports, attempt } = run;
  const [first] = items as readonly [BulkItem];
  if (first.together === 0 && first.status !== 'unknown') return changeKnown(run, items);
  const creates = first.targetId === null;
  // A change that an earlier run left unknown is sent in a new call.
  const isOpen = first.status === 'unknown' && (creates || first.run === 0);
  const number = isOpen ? first.call : (await ports.storage.bulkItems.tally(first.operationId)).lastCall + 1;
  const call: BulkCall = { number, step: `call ${number}`, type: first.type, creates, items };
  const earlier = isOpen ? await attemptOf(run, call) : null;
  const sent = earlier ?? (creates ? lostCall(run, items) : null);
  if (sent && callRepeatedBy(run, call, sent.firstSentAt) === 'likeness') return lookUp(run, call, sent.firstSentAt);
  const values = await holdValues(run, call);
  try {
    const free = sent ? await ownOnly(run, call) : await withoutTaken(run, call);
    if (free.length === 0) return;
    const made = await attempt.steps.step(call.step, () => makeCall(run, { ...call, items: free }, values.leases));
    if (made.untold === 0) return;
  } finally {
    await values.release();
  }
  // What the answer told is stored and stays; only the others are looked for.
  await lookUp(run, { ...call, items: await nextItems(ports, run.ledger.provider, attempt) });
}

/** A call with one of the items that may have been lost with the database's latest commits, after those that are known. */
function lostCall({ ports, attempt: { operation } }: BulkRun, items: readonly BulkItem[]): WriteAttempt | null {
  for (const { call, type } of items) {
    const createdType = type;
    const told = [`call ${call}`, `books ${call}`];
    const lost = call === 0 ? lostAttempt(ports, operation, type) : lostAgain(ports, operation, { createdType, told });
    if (lost) return lost;
  }
  return null;
}

/** Ends as failed if items failed, so that a replay sends them again. */
async function outcomeOf({ bulkItems }: Stores, { operation }: Attempt): Promise<AttemptOutcome> {
  const { counts } = await bulkItems.tally(operation.id);
  const { total, failed, unknown } = counts;
  if (failed + unknown === 0) return succeeded({ counts });
  const error: OperationError =
    failed > 0
      ? {
          code: 'PROVIDER_REJECTED',
          reason: 'items_failed',
          message: `${failed} of ${total} items were refused`,
          retryable: false,
        }
      : {
          code: 'PROVIDER_ERROR',
          reason: 'write_unresolved',
          message: `it is not known whether ${unknown} of ${total} items were written`,
          retryable: false,
          outcome: 'unknown',
        };
  return { kind: 'failed', error };
}
