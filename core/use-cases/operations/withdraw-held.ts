// Ends what nobody can approve any more: its time is over, the key that asked was revoked or has expired, or the connection is no
// longer active. It is looked at when a member decides, and by a sweep of the workers.

import type { Withdrawal } from '../../domain/approval.ts';
import { isExpired, withdraw } from '../../domain/approval-moves.ts';
import { isTerminal, type Operation, waitingState } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { DueProposal } from '../../ports/held-write-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { endHeld } from '../approvals/end-held.ts';
import { endCancelled } from './bulk-ending.ts';

const gone: ReadonlySet<string> = new Set(['disconnecting', 'disconnected']);

/** Undefined while a member may decide. */
export async function withdrawalOf(
  stores: Stores,
  { clock }: Pick<CorePorts, 'clock'>,
  waiting: Operation,
): Promise<Withdrawal | undefined> {
  const now = clock.now();
  if (isExpired(waiting, now)) return 'approval_expired';
  const held = await stores.heldWrites.find(waiting, waiting.id);
  const key = held && (await stores.apiKeys.find(waiting.organizationId, held.keyId));
  if (!key || key.revokedAt !== null) return 'key_revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'key_expired';
  const connection = await stores.connections.find(waiting, held.connectionId);
  return !connection || gone.has(connection.status) ? 'connection_not_active' : undefined;
}

/** Ends a locked operation that waits. Returns it as it is now. */
export async function endWaiting(
  stores: Stores,
  ports: CorePorts,
  waiting: Operation,
  reason: Withdrawal,
): Promise<Operation> {
  const after = await endCancelled(stores, withdraw(waiting, reason, ports.clock.now()));
  await stores.operations.update(after, waitingState);
  await endHeld(stores, ports, after);
  return after;
}

/** Ends one that nobody can approve any more; does what an older build left undone of one that has ended. */
export function endIfDue(ports: CorePorts) {
  return (place: DueProposal): Promise<void> =>
    ports.storage.transaction(async (stores) => {
      const operation = await stores.operations.lock(place, place.id);
      if (!operation) return;
      if (isTerminal(operation.state)) return endHeld(stores, ports, operation);
      if (operation.state !== waitingState) return;
      const reason = await withdrawalOf(stores, ports, operation);
      if (reason) await endWaiting(stores, ports, operation, reason);
    });
}

const sweptMost = 100;

/** Several workers may sweep at once. */
export function sweepHeld(ports: CorePorts) {
  const end = endIfDue(ports);
  return async (): Promise<void> => {
    const due = await ports.storage.heldWrites.listDue(ports.clock.now(), sweptMost);
    for (const place of due) {
      await end(place).catch((error: unknown) => {
        ports.log.error('a write that waited could not be ended; the next sweep tries again', error, {
          operation_id: place.id,
        });
      });
    }
    if (due.length > 0) ports.wakeUp.signal();
  };
}

/** Ends what waits of a connection that is being disconnected, a batch at a time; returns how many. */
export async function endWaitingOf(ports: CorePorts, connectionId: Parameters<Stores['heldWrites']['listWaiting']>[0]) {
  const end = endIfDue(ports);
  const waiting = await ports.storage.heldWrites.listWaiting(connectionId, sweptMost);
  for (const place of waiting) await end(place);
  return waiting.length;
}
