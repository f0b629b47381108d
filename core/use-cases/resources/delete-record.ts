// Deleting a record of a family whose records the provider removes for good.
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { gateOf } from '../agents/record-gate.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { removeGone } from '../events/announce-records.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import { meterWrites } from '../usage/metering.ts';
import { type Answered, claimKey, replayed } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { sendRemoval } from '../writes/send.ts';
import { type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import type { WritePath } from './write-resources.ts';

export interface Deleted {
  readonly deleted: true;
}
const done: Deleted = { deleted: true };

/**
 * Deletes a record; a repeat with the same Idempotency-Key gets the same answer. If an earlier attempt had no answer and the
 * record is gone, that attempt has deleted it. Throws NOT_FOUND, CONFLICT `not_supported_by_provider`, and PROVIDER_REJECTED for a
 * record that the provider keeps, such as a tracked item with documents.
 */
export function deleteResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & WritePath): Promise<Answered<Deleted>> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path, 'delete');
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    const ledger = requestLedger(ports, connection, caller, path);
    const act = ['record.delete', connection.id, type, providerId];
    const agentAct = { kind: 'delete', type, providerId, request: null } as const;
    const gate = await gateOf(ports, caller, { connection, act, ledger, write: path.write, agentAct });
    const claim = await (gate ? gate.claim() : claimKey(ports, caller, path.write, { connection, act }));
    if ('answered' in claim) await gate?.tellHeld(claim.answered);
    if ('answered' in claim) return replayed(ports, Promise.resolve(done));
    const write = { ports, ledger, claim };
    try {
      await gate?.pass(claim, null);
      await removeOnce(write, { type, providerId });
      // No read after it can have shown the record.
      const readBefore = new Date(ports.clock.now().getTime() + 1);
      const isTold = await ports.storage.transaction(async (stores) => {
        const removed = await forget(stores, write, { type, providerIds: [providerId], readBefore });
        await meterWrites(stores, ports, connection);
        await claim.answer(stores, { ...done });
        await gate?.made(stores);
        return removed > 0;
      });
      if (isTold) ports.wakeUp.signal();
      return { value: done, replayed: false };
    } catch (error) {
      throw await (gate ? gate.failed(claim, error) : claim.fail(error));
    }
  };
}

/** Removes it once for each claim. */
export async function removeOnce(
  write: LedgerWrite,
  record: { readonly type: ResourceType; readonly providerId: string },
): Promise<void> {
  const { claim } = write;
  const lease = await leaseRecord(write, record);
  try {
    const { openAttempt } = claim;
    const attempt = (now: Date) =>
      openAttempt ?? { prepared: { deleted: record.providerId }, firstSentAt: now, createdType: null };
    await sendRemoval(write, { name: 'delete', attempt, leases: [lease], about: record }, record);
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === 'NOT_FOUND';
    if (!isGone || !claim.openAttempt) throw error;
  } finally {
    await lease.release();
  }
}

/** Removes the copy and announces it, unless the connection has ended. */
export async function forget(
  stores: Stores,
  { ports, ledger }: Pick<LedgerWrite, 'ports' | 'ledger'>,
  gone: Parameters<typeof removeGone>[3],
): Promise<number> {
  const { connection, context } = ledger;
  const live = await liveConnection(stores, connection, connection.id);
  if (!live) return 0;
  const { requestId, operationId = null } = context;
  return removeGone(stores, ports, { connection: live, requestId, operationId }, gone);
}
