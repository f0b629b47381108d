// A change of the service's own data under an Idempotency-Key: the change and its answer are one transaction.
import type { Caller } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import { ServiceError, WriteDefect } from '../domain/errors.ts';
import { isJsonObject, type Json } from '../domain/json.ts';
import type { Stores } from '../ports/storage.ts';
import type { WakeUp } from '../ports/wake-up.ts';
import { type Answered, type ClaimPorts, claimKey, type Write } from './claim-key.ts';

export interface Change<T> {
  /** Whether a write without a key is refused. */
  readonly keyRequired: boolean;
  /** What is written to, if a connection is. */
  readonly connection?: Connection;
  /** Told of new work once the change is stored. */
  readonly wakeUp?: WakeUp;
  /** Checks and drafts before the transaction; a replay skips it. */
  draft(): Promise<DraftedChange<T>>;
  /** The answer of an earlier request, of what it stored. */
  replay(stored: Json): Promise<T>;
}

export interface DraftedChange<T> {
  /** What a replay needs to give the same answer. */
  readonly forReplay: Json;
  /** Runs in the transaction that stores the answer; what it throws undoes both. */
  apply(stores: Stores): Promise<T>;
}

/** Makes a change at most once per Idempotency-Key. Throws what `claimKey`, `draft` and `apply` throw. */
export async function changeOnce<T>(
  ports: ClaimPorts,
  caller: Omit<Caller, 'requestId'>,
  write: Write,
  change: Change<T>,
): Promise<Answered<T>> {
  const { keyRequired, connection = null, wakeUp } = change;
  if (!keyRequired && !write.key) {
    const value = await changeWithoutKey(ports, change);
    wakeUp?.signal();
    return { value, replayed: false };
  }
  const claim = await claimKey(ports, caller, write, connection);
  try {
    if (claim.kind === 'replay') return { value: await change.replay(claim.stored), replayed: true };
    const { forReplay, apply } = await change.draft();
    const value = await claim.answer({ forReplay, apply });
    wakeUp?.signal();
    return { value, replayed: false };
  } catch (error) {
    throw await claim.fail(error);
  }
}

/** An id that a change stored for its replays; empty, and so the id of nothing, where there is none. */
export function keptId(kept: Json, name: string): string {
  const id = isJsonObject(kept) ? kept[name] : undefined;
  return typeof id === 'string' ? id : '';
}

/** Without a key nothing can be replayed, so no answer is stored. */
async function changeWithoutKey<T>({ storage }: ClaimPorts, change: Change<T>): Promise<T> {
  try {
    const { apply } = await change.draft();
    return await storage.transaction(apply);
  } catch (error) {
    throw error instanceof ServiceError ? error : new WriteDefect('not_applied', error);
  }
}
