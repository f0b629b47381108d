// The right to make one write at the provider: what its holder is about to send, and what becomes of a write that fails.
import type { RetentionMode } from '../../domain/connection.ts';
import { badRequest, type ErrorCode, type ErrorSnapshot, ServiceError } from '../../domain/errors.ts';
import { idempotencyKeyMaxLength, type WriteAttempt, type Writer } from '../../domain/idempotency.ts';
import type { ConnectionId, OrganizationId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

export interface LedgerWrite {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly claim: WriteClaim;
}

/** An attempt as a sender has it; the claim adds the keys. */
export type UnsentAttempt = Omit<WriteAttempt, 'keys'>;

/** Lets its holder send. The claim ends with the stored answer or with `fail`. */
export interface WriteClaim {
  readonly writer: Writer;
  /** The attempt of an earlier holder, who did not learn how it ended; null if there is none. */
  readonly openAttempt: WriteAttempt | null;
  /** The last attempt that this holder stored; null before `storeAttempt`. */
  lastAttempt(): WriteAttempt | null;
  /**
   * Stores what is about to be sent: from now on the write may have happened. Returns the provider's idempotency key of this
   * call (64 hex digits); `call` tells the calls of a write apart. `earlier` tells of the calls before it: `void` if they
   * certainly did nothing, `made` if the write has begun with them. Throws if another holder has the claim by now.
   */
  storeAttempt(next: UnsentAttempt, call: string, earlier?: 'void' | 'made'): Promise<string>;
  /** The owner of the leases of this write's records: the same for every holder of the claim. */
  leaseOwner(place: string): string;
  /** Stores the refusal, frees the claim if nothing happened, or leaves it to the next holder. Returns the error. */
  fail(error: unknown): Promise<unknown>;
}

/** A claim as it is stored, for an Idempotency-Key or a step. */
interface StoredClaim extends Pick<WriteClaim, 'writer' | 'openAttempt'> {
  storeAttempt(next: WriteAttempt): Promise<void>;
  readonly keys: KeySource;
  end(verdict: Verdict, error: unknown): Promise<unknown>;
}

export function heldClaim({ digester }: Pick<CorePorts, 'digester'>, stored: StoredClaim): WriteClaim {
  const { writer, openAttempt, keys } = stored;
  let lastAttempt: WriteAttempt | null = null;
  let isEarlierOpen = openAttempt !== null;
  return {
    writer,
    openAttempt,
    lastAttempt: () => lastAttempt,
    async storeAttempt(next, call, earlier) {
      const { key, known } = providerKey({ digester }, keys, { call, earlier: lastAttempt ?? openAttempt });
      const attempt = { ...next, keys: known };
      await stored.storeAttempt(attempt);
      lastAttempt = attempt;
      if (earlier) isEarlierOpen = earlier === 'made';
      return key;
    },
    leaseOwner: (place) => digester.sha256(`${keys.organizationId}|${keys.writer}|lease ${place}`),
    async fail(error) {
      const failure = { error, isBegun: openAttempt !== null || lastAttempt !== null, isEarlierOpen };
      await stored.end(verdict(failure), error);
      return withOutcome(failure);
    },
  };
}

/** What the provider's idempotency keys of a write are made from. */
export interface KeySource {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId | null;
  /** Environment, what the caller asked and which part of it: the same if the write is asked for again. */
  readonly asked: string;
  /** The claim's own identity: leases belong to it, and it was part of the keys of builds that stored no keys. */
  readonly writer: string;
}

/** The most calls of a write whose keys are remembered. */
const keysMost = 20;

/**
 * The key under which a call goes to the provider, and the keys to store with it. An earlier attempt's key stays as it is
 * stored, or as the build made it that stored none.
 */
export function providerKey(
  { digester }: Pick<CorePorts, 'digester'>,
  { connectionId, asked, writer }: KeySource,
  { call, earlier }: { readonly call: string; readonly earlier: WriteAttempt | null },
) {
  const base = earlier && !earlier.keys ? writer : asked;
  const before = earlier?.keys ?? {};
  const key = before[call] ?? digester.sha256(`${connectionId}|${base}|${call}`);
  const known = Object.fromEntries(Object.entries({ ...before, [call]: key }).slice(-keysMost));
  return { key, known };
}

/** What a request asks for, of which the provider's keys of its background work are made. Throws BAD_REQUEST without a key. */
export function requestOrigin(write: { readonly key?: string | undefined }): string {
  return `key:${requiredKey(write)}`;
}

/** The Idempotency-Key of a request that must have one. */
export function requiredKey({ key }: { readonly key?: string | undefined }): string {
  if (!key) throw badRequest('Idempotency-Key', 'the header is required');
  if (key.length <= idempotencyKeyMaxLength) return key;
  throw badRequest('Idempotency-Key', `must have at most ${idempotencyKeyMaxLength} characters`);
}

/** A step's write, made from its operation. No caller's key contains a line break, so no request's keys equal a step's. */
export function stepKeys(
  { id, organizationId, connectionId, environment, type, origin }: Operation,
  { asked, writer }: { readonly asked: string; readonly writer: string },
): KeySource {
  const own = `${environment}|\nop:${id}:${writer}`;
  return {
    organizationId,
    connectionId,
    asked: origin === null ? own : `${environment}|\n${origin}|${type} ${asked}`,
    writer: own,
  };
}

export function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  });
}

interface WriteFailure {
  readonly error: unknown;
  /** True if this holder of the claim or an earlier one may have called the provider. */
  readonly isBegun: boolean;
  /** True if an earlier holder's attempt may have happened. */
  readonly isEarlierOpen: boolean;
}

/**
 * `store`: the provider answered, and every repeat gets that answer · `release`: nothing happened, so the claim is free ·
 * `suspend`: the end is unknown, so the next holder of the claim continues.
 */
export type Verdict = 'store' | 'release' | 'suspend';

export function verdict({ error, isBegun, isEarlierOpen }: WriteFailure): Verdict {
  if (!isBegun) return 'release';
  if (isAnswer(error)) return 'store';
  if (!(error instanceof ServiceError) || isEarlierOpen) return 'suspend';
  // After an outage the end of the write is unknown, unless the error states its outcome.
  const { outcome = saysOutcome.has(error.code) ? 'unknown' : 'not_applied' } = error.details;
  return outcome === 'unknown' ? 'suspend' : 'release';
}

const answers: ReadonlySet<ErrorCode> = new Set(['PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT']);

/**
 * False for such a code without the provider's answer: our own refusals tell nothing of an earlier attempt. But one with an
 * unknown outcome says that nothing of it is on its way any more. False for a refusal that asks to be repeated, too.
 */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ServiceError) || !answers.has(error.code) || error.retryable) return false;
  const { providerError, outcome } = error.details;
  return providerError !== undefined || outcome === 'unknown';
}

const saysOutcome: ReadonlySet<ErrorCode> = new Set([
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'RATE_LIMITED',
]);

/** The error with the `outcome` of the whole write: an earlier attempt may have done what this call did not. */
export function withOutcome(failure: WriteFailure): unknown {
  const { error } = failure;
  if (!(error instanceof ServiceError) || isAnswer(error)) return error;
  const { outcome: stated } = error.details;
  if (!saysOutcome.has(error.code) && stated === undefined) return error;
  const outcome = verdict(failure) === 'suspend' ? 'unknown' : 'not_applied';
  if (stated === outcome) return error;
  return new ServiceError(error.code, error.message, { ...error.details, outcome }, error);
}

/** The part of the provider's refusal that is stored; under zero retention not its words, because they quote the record. */
export function storedRefusal({ code, message, details }: ServiceError, retentionMode: RetentionMode): ErrorSnapshot {
  if (retentionMode === 'cached' || !details.providerError) return { code, message, details };
  return {
    code,
    message: code === 'NOT_FOUND' ? message : 'the provider refused the request',
    details: { ...details, providerError: { ...details.providerError, messages: [] } },
  };
}
