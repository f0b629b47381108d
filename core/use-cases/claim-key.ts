// The Idempotency-Key of a request: one request works, its twins wait for the answer, and repetitions get it.
import type { Caller } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import { badRequest, conflict, fromSnapshot, ServiceError, WriteDefect, type WriteOutcome } from '../domain/errors.ts';
import {
  type IdempotencyScope,
  idempotencyDays,
  idempotencyKeyMaxLength,
  idempotencyLeaseSeconds,
  twinWaitSeconds,
} from '../domain/idempotency.ts';
import { canonicalJson, type Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { pollFor } from './key-places.ts';
import { requireBacklogCapacity } from './require-backlog-capacity.ts';
import { holdKey, inProgress, type WriteAnswer, type WriteClaim } from './write-claim.ts';

/**
 * A write as it arrives: its Idempotency-Key and its body, which the use case parses whatever its type says. A key belongs
 * to one environment of an organization for 30 days: the same write again gets the answer of the first, another one is
 * IDEMPOTENCY_KEY_REUSED.
 */
export interface Write<Body = unknown> {
  /** Up to 255 characters. */
  readonly key?: string | undefined;
  readonly body: Body;
}

export interface Answered<T> {
  readonly value: T;
  /** True when an earlier request did the work. */
  readonly replayed: boolean;
}

/** What is done at most once per key. */
export interface KeyedWork<T> {
  /** What is done to what: a key that was used for one act is refused to another. */
  readonly act: readonly string[];
  /** What is written to, if a connection is: once it is disconnected, its keys answer CONFLICT `connection_not_active`. */
  readonly connection?: Connection;
  /** Does the work up to its answer; a replay skips it. */
  draft(claim: WriteClaim): Promise<WriteAnswer<T>>;
  /** The answer of an earlier request, from what that request stored. */
  replay(stored: Json): Promise<T>;
}

/** A change of the service's own data: the change and its answer are one transaction. */
export interface Change<T> extends KeyedWork<T> {
  /** Whether a write without a key is refused. */
  readonly keyRequired: boolean;
  /** Whether it puts an operation into the queue: there must be capacity for it, and workers are told once it is stored. */
  readonly queuesWork?: boolean;
  /** Checks and drafts before the transaction. */
  draft(): Promise<WriteAnswer<T>>;
}

/** A change, once per Idempotency-Key. Throws as `underKey`, `draft` and `apply`; RATE_LIMITED `operations_backlog`. */
export async function changeOnce<T>(
  ports: CorePorts,
  caller: Omit<Caller, 'requestId'>,
  write: Write,
  change: Change<T>,
): Promise<Answered<T>> {
  const { queuesWork = false } = change;
  const draft = async () => {
    const answer = await change.draft();
    if (queuesWork) await requireBacklogCapacity(ports, caller.organizationId);
    return answer;
  };
  const isKeyed = change.keyRequired || Boolean(write.key);
  // Without a key nothing can be replayed, so no answer is stored.
  const unkeyed = async () => ports.storage.transaction((await draft()).apply);
  const answered = isKeyed
    ? await underKey(ports, caller, write, { ...change, draft })
    : { value: await orDefect(unkeyed(), 'not_applied'), replayed: false };
  if (queuesWork && !answered.replayed) ports.wakeUp.signal();
  return answered;
}

/**
 * Works under the key of a write (the specification's "Write requirements") and stores the answer. A twin of a running
 * write waits for its answer. Refusals before the provider was called free the key; the provider's answers are stored; a
 * write that ended in an unknown way is left to the next request with the key.
 *
 * Throws BAD_REQUEST for a key that is missing or too long, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, and what an
 * earlier request with the key was refused with, as ReplayedError. What is no refusal becomes a WriteDefect.
 */
export async function underKey<T>(
  ports: CorePorts,
  { organizationId, environment, actor }: Omit<Caller, 'requestId'>,
  write: Write,
  { act, connection, draft, replay }: KeyedWork<T>,
): Promise<Answered<T>> {
  const key = requireKey(write.key);
  // Disconnecting may delete a stored answer at any moment, and nothing new can be done.
  if (connection?.status === 'disconnected') throw conflict('connection_not_active', 'the connection is disconnected');
  const scope = { organizationId, environment, key };
  const asked = { fingerprint: fingerprint(ports, act, write), connectionId: connection?.id ?? null };
  const claimed = await orDefect(claimOrWait(ports, scope, asked, actor), 'not_applied');
  if (claimed.kind === 'answered') {
    if (!claimed.answer.ok) throw new ReplayedError(fromSnapshot(claimed.answer.error));
    const value = await orDefect(replay(claimed.answer.value), 'unknown');
    // An operation knows who queued it: the request that is answered here came later.
    ports.tracing?.link((value as { readonly traceparent?: string | null } | null)?.traceparent);
    return { value, replayed: true };
  }
  const claim = holdKey(ports, scope, claimed, connection?.retentionMode ?? 'cached');
  try {
    return { value: await claim.answer(await draft(claim)), replayed: false };
  } catch (error) {
    const failure = await claim.fail(error).catch((defect: unknown) => (error instanceof WriteDefect ? error : defect));
    return orDefect(Promise.reject(failure), claim.earlier || claim.attempted() ? 'unknown' : 'not_applied');
  }
}

function orDefect<T>(work: Promise<T>, outcome: WriteOutcome): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof ServiceError || error instanceof WriteDefect ? error : new WriteDefect(outcome, error);
  });
}

function requireKey(key: string | undefined): string {
  if (key === undefined || key === '') throw badRequest('Idempotency-Key', 'the header is required');
  if (key.length <= idempotencyKeyMaxLength) return key;
  throw badRequest('Idempotency-Key', `must have at most ${idempotencyKeyMaxLength} characters`);
}

function fingerprint({ digester }: CorePorts, act: readonly string[], { body }: Write<unknown>): string {
  return digester.keyed('idempotency', canonicalJson([...act, (body ?? null) as Json]));
}

interface Asked {
  readonly fingerprint: string;
  readonly connectionId: Connection['id'] | null;
}

/** Waits while another request works under the key, at most 10 s. */
async function claimOrWait(ports: CorePorts, scope: IdempotencyScope, asked: Asked, actor: string) {
  const leaseToken = ports.ids.next('req');
  const claimed = await pollFor(ports, actor, twinWaitSeconds, async () => {
    const now = ports.clock.now();
    const leaseUntil = new Date(now.getTime() + idempotencyLeaseSeconds * 1000);
    const expiresAt = new Date(now.getTime() + idempotencyDays * 86_400_000);
    const claim = await ports.storage.idempotency.claim(scope, { ...asked, leaseToken, now, leaseUntil, expiresAt });
    return claim.kind === 'running' ? undefined : claim;
  });
  if (!claimed) throw inProgress();
  if (claimed.kind !== 'clashing') return claimed;
  throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request');
}

/** An earlier request's refusal, given again; hosts mark the answer as replayed. */
export class ReplayedError extends ServiceError {
  constructor(error: ServiceError) {
    super(error.code, error.message, error.details);
  }
}
