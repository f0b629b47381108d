// The Idempotency-Key of a request: one request works, its twins wait for the answer, and repetitions get it.

import { secondsAfter } from '../../domain/backoff.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import {
  badRequest,
  conflict,
  fromSnapshot,
  ServiceError,
  WriteDefect,
  type WriteOutcome,
} from '../../domain/errors.ts';
import {
  type IdempotencyClaim,
  type IdempotencyScope,
  idempotencyDays,
  idempotencyLeaseSeconds,
  twinWaitSeconds,
} from '../../domain/idempotency.ts';
import { canonicalJson, type Json } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { turnsFor } from '../ledger/key-places.ts';
import { type BesideKey, claimOf, endOfAnswer, type RequestHolding, requestHolder, type WriteClaim } from './holder.ts';
import { requiredKey } from './provider-key.ts';
import { inProgress } from './verdict.ts';

/**
 * A write as it arrives: its Idempotency-Key and its body, which is not parsed yet. A key belongs to one environment of an
 * organization for 30 days: a repeat of the write gets the first answer, a different write throws IDEMPOTENCY_KEY_REUSED.
 */
export interface Write<Body = unknown> {
  /** Up to 255 characters. */
  readonly key?: string | undefined;
  readonly body: Body;
  /** Of an agent's caller, in place of the key: what the write is for in the caller's world. 1 to 100 characters. */
  readonly ref?: string | undefined;
  /** The name of the connection's company, where a key reaches several. */
  readonly companyName?: string | undefined;
  /** The look-alike that the caller knows and does not mean: an id of the service or the provider. */
  readonly notSameAs?: string | undefined;
  /** The key was made of what is asked, because its caller cannot give one: an equal call a minute later is another one. */
  readonly derived?: true | undefined;
}

/** Throws BAD_REQUEST for what only an agent's write may say. */
export function assertPlainWrite({ ref, companyName, notSameAs }: Omit<Write, 'body'>): void {
  const said = { 'Request-Ref': ref, 'Company-Name': companyName, 'Not-Same-As': notSameAs };
  for (const [name, value] of Object.entries(said)) {
    if (value !== undefined) throw badRequest(name, 'is only for keys of kind agent');
  }
}

export interface Answered<T> {
  readonly value: T;
  /** True when an earlier request did the work. */
  readonly replayed: boolean;
}

export interface KeyedAct {
  /** The act and its objects: a key that was used for one act is refused for another. */
  readonly act: readonly string[];
  /** The connection that is written to, if any. After its disconnect the key answers CONFLICT `connection_not_active`. */
  readonly connection?: Connection;
  /** What the write stores beside its key. */
  readonly beside?: BesideKey;
}

export interface KeyClaim extends WriteClaim {
  /**
   * Stores the answer, in the transaction that does the work. Throws IDEMPOTENCY_IN_PROGRESS, which rolls both back, if
   * another request has the key by now.
   */
  answer(stores: Pick<Stores, 'idempotency'>, value: Json, producedId?: string | null): Promise<void>;
}

/**
 * Claims a write's key, or returns the answer of an earlier request with it. While such a request runs, waits at most 10 s
 * for its answer. The holder ends the claim with `answer` or `fail`: a refusal before the provider was called frees the
 * key, the provider's answers are stored, and a write with an unknown end is left to the next request with the key.
 *
 * Throws BAD_REQUEST for a key that is missing or too long, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, and an earlier
 * request's refusal as ReplayedError.
 */
export async function claimKey(
  ports: CorePorts,
  caller: Omit<Caller, 'requestId'>,
  write: Write,
  { act, connection, beside }: KeyedAct,
): Promise<KeyClaim | { readonly answered: Json }> {
  const { organizationId, environment, actor } = caller;
  const { body } = write;
  if (!caller.rights?.agent) assertPlainWrite(write);
  const key = requiredKey(write);
  // A disconnect may delete a stored answer at any moment, and allows no new write.
  if (connection?.status === 'disconnected') throw conflict('connection_not_active', 'the connection is disconnected');
  const scope = { organizationId, environment, key };
  const fingerprint = keyFingerprint(ports, act, body);
  const asked = { fingerprint, connectionId: connection?.id ?? null, leaseToken: ports.ids.next('req') };
  try {
    for await (const _ of turnsFor(ports, twinWaitSeconds, actor)) {
      const now = ports.clock.now();
      const leaseUntil = secondsAfter(now, idempotencyLeaseSeconds);
      const expiresAt = secondsAfter(now, idempotencyDays * 86_400);
      const found = await ports.storage.idempotency.claim(scope, { ...asked, now, leaseUntil, expiresAt });
      if (found.kind === 'clashing') {
        throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request');
      }
      const isDerived = write.derived === true;
      if (found.kind === 'claimed') return keyClaim(ports, scope, found, { connection, beside, isDerived });
      if (found.kind === 'running') continue;
      if (!found.answer.ok) throw new ReplayedError(fromSnapshot(found.answer.error));
      return { answered: found.answer.value };
    }
    throw inProgress();
  } catch (error) {
    throw orDefect(error, 'not_applied');
  }
}

/** Equal for requests that ask for the same: what a key is refused for if it differs. */
export function keyFingerprint(
  { digester }: Pick<CorePorts, 'digester'>,
  act: readonly string[],
  body: unknown,
): string {
  return digester.keyed('idempotency', canonicalJson([...act, (body ?? null) as Json]));
}

export function keyClaim(
  ports: CorePorts,
  writer: IdempotencyScope,
  claimed: Pick<Extract<IdempotencyClaim, { leaseToken: string }>, 'leaseToken' | 'attempt'>,
  holding: RequestHolding = {},
): KeyClaim {
  const held = claimOf(ports, requestHolder(ports, writer, claimed, holding));
  return {
    ...held,
    async fail(error) {
      const failure = await held
        .fail(error)
        .catch((defect: unknown) => (error instanceof WriteDefect ? error : defect));
      return orDefect(failure, held.openAttempt || held.lastAttempt() ? 'unknown' : 'not_applied');
    },
    async answer(stores, value, producedId = null) {
      const { leaseToken } = claimed;
      const end = endOfAnswer(ports, holding);
      if (end) await stores.idempotency.endAt(writer, leaseToken, end);
      const isStored = await stores.idempotency.answer(writer, leaseToken, { ok: true, value }, producedId);
      if (!isStored) throw inProgress();
    },
  };
}

export async function replayed<T>({ tracing }: CorePorts, answer: Promise<T>): Promise<Answered<T>> {
  try {
    const value = await answer;
    // The stored operation has the trace of the earlier request that queued it.
    tracing?.link((value as { readonly traceparent?: string | null } | null)?.traceparent);
    return { value, replayed: true };
  } catch (error) {
    throw orDefect(error, 'unknown');
  }
}

export function orDefect(error: unknown, outcome: WriteOutcome): unknown {
  return error instanceof ServiceError || error instanceof WriteDefect ? error : new WriteDefect(outcome, error);
}

/** An earlier request's refusal, given again; hosts mark the answer as replayed. */
export class ReplayedError extends ServiceError {
  constructor(error: ServiceError) {
    super(error.code, error.message, error.details);
  }
}
