// What became of a claimed write. Nobody has to note it: whoever asks reads it from the claim or the operation itself.
import type { KeyStanding } from '../../domain/idempotency.ts';
import type { OperationId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import type { Plane } from '../../domain/plane.ts';
import type { Stores } from '../../ports/storage.ts';
import { appliedWrites } from '../operations/automation-ending.ts';

/** `open`: it is on its way or waits · `unknown`: it may have been made · `nothing`: it certainly did nothing. */
export type Fate = 'open' | 'unknown' | 'made' | 'nothing';

/** Of a claimed key; undefined for one that was freed, because nothing was written. */
export function fateOfKey(standing: KeyStanding | undefined, now: Date): Fate {
  if (!standing) return 'nothing';
  const { answer, isSent, leaseUntil } = standing;
  if (answer?.ok) return 'made';
  if (answer) return answer.error.details.outcome === 'unknown' ? 'unknown' : 'nothing';
  if (isSent) return leaseUntil > now ? 'open' : 'unknown';
  return leaseUntil > now ? 'open' : 'nothing';
}

/** Of an operation; undefined for one that is not stored any more, which counts. */
export async function fateOfOperation(
  { bulkItems }: Pick<Stores, 'bulkItems'>,
  operation: Operation | undefined,
): Promise<Fate> {
  if (!operation) return 'unknown';
  const { id, state, type, steps, startedAt, error } = operation;
  if (!isTerminal(state)) return 'open';
  if (state === 'succeeded') return 'made';
  if (startedAt === null) return 'nothing';
  if (type === 'records.bulk') {
    const { counts } = await bulkItems.tally(id);
    return counts.succeeded > 0 ? 'made' : counts.unknown > 0 ? 'unknown' : 'nothing';
  }
  if (appliedWrites(steps).length > 0) return 'made';
  const isUnsent = state === 'failed' || error?.reason === 'changed_since_proposed';
  const isRefused = isUnsent && error?.outcome !== 'unknown';
  return isRefused || error?.outcome === 'not_applied' ? 'nothing' : 'unknown';
}

/** The answer of a write that waits, as it is stored with its key: where it waits. */
export function heldAnswer(operationId: OperationId): Json {
  return { awaiting_approval: operationId };
}

/** The operation in which the answered write waits; undefined for an answer of another kind. */
export function heldIn(answer: Json): string | undefined {
  const id = isJsonObject(answer) ? answer['awaiting_approval'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The operation that an answer names: one that waits, or background work. */
export function operationIn(answer: Json): string | undefined {
  return typeof answer === 'string' ? answer : heldIn(answer);
}

/** The fates of writes of one plane by their owners, which are its Idempotency-Keys (`ownerOf`) and operations. */
export async function fatesOf(
  stores: Pick<Stores, 'idempotency' | 'operations' | 'bulkItems'>,
  plane: Plane,
  owners: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Fate>> {
  const begins = ownerOf(plane, '');
  const keys = owners.filter((owner) => owner.startsWith(begins));
  const standings = await stores.idempotency.standing(
    plane,
    keys.map((owner) => owner.slice(begins.length)),
    now,
  );
  const fates = new Map<string, Fate>();
  for (const owner of keys) fates.set(owner, fateOfKey(standings.get(owner.slice(begins.length)), now));
  for (const owner of owners) {
    if (fates.has(owner)) continue;
    const operation = await stores.operations.find(plane, owner as OperationId);
    fates.set(owner, await fateOfOperation(stores, operation));
  }
  return fates;
}

/** How a write is named that its Idempotency-Key holds. Callers choose their keys, so another organization may have the same. */
export function ownerOf({ organizationId, environment }: Plane, key: string): string {
  return `key:${organizationId}/${environment}/${key}`;
}
