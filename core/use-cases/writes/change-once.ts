// A change of the service's own data, made once for each Idempotency-Key.
import type { Caller } from '../../domain/caller.ts';
import type { Json } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { type Answered, claimKey, type KeyedAct, orDefect, replayed, type Write } from './claim-key.ts';

/** A change of the service's own data: the change and its answer are one transaction. */
export interface Change<T> extends KeyedAct {
  /** True if a write without a key is refused. */
  readonly keyRequired: boolean;
  /** True if it queues an operation: the backlog must have capacity for that, and workers are woken once it is stored. */
  readonly queuesWork?: boolean;
  /** Checks and drafts before the transaction. */
  draft(): Promise<DraftedChange<T>>;
  /** The answer of an earlier request, from what that request stored. */
  replay(stored: Json): Promise<T>;
}

interface DraftedChange<T> {
  /** What a replay needs to give the same answer; no accounting data for connections that store none. */
  readonly forReplay: Json;
  /** Runs in the transaction that stores the answer; an error rolls both back. */
  apply(stores: Stores): Promise<T>;
}

/**
 * Makes a change once per Idempotency-Key; without a key no answer is stored. Throws what `claimKey`, `draft` and `apply`
 * throw, and RATE_LIMITED `operations_backlog`. Any other error becomes a WriteDefect.
 */
export async function changeOnce<T>(
  ports: CorePorts,
  caller: Omit<Caller, 'requestId'>,
  write: Write,
  change: Change<T>,
): Promise<Answered<T>> {
  const { keyRequired, queuesWork = false, draft, replay } = change;
  const claim = keyRequired || write.key ? await claimKey(ports, caller, write, change) : undefined;
  if (claim && 'answered' in claim) return replayed(ports, replay(claim.answered));
  try {
    const { forReplay, apply } = await draft();
    if (queuesWork) await requireBacklogCapacity(ports, caller.organizationId);
    const value = await ports.storage.transaction(async (stores) => {
      const applied = await apply(stores);
      await claim?.answer(stores, forReplay);
      return applied;
    });
    if (queuesWork) ports.wakeUp.signal();
    return { value, replayed: false };
  } catch (error) {
    throw claim ? await claim.fail(error) : orDefect(error, 'not_applied');
  }
}
