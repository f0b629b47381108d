import type { Caller } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import { badRequest, conflict, fromSnapshot, ServiceError, WriteDefect } from '../domain/errors.ts';
import {
  type IdempotencyClaim,
  type IdempotencyScope,
  idempotencyDays,
  idempotencyKeyMaxLength,
  idempotencyLeaseSeconds,
  type KeptAnswer,
  type ProducedRecord,
  twinWaitSeconds,
  type WriteAttempt,
} from '../domain/idempotency.ts';
import { canonicalJson, type Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { type Held, inProgress, providerKeyOf } from './claim-progress.ts';
import { holdClaim } from './hold-claim.ts';
import { takeWaitingPlace } from './key-places.ts';
import { keepWithCopy, type ProviderCopy } from './provider-copy.ts';

/** A write as it arrives: the Idempotency-Key header, the request line and the parsed body. */
export interface Write {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface Answered<T> {
  readonly value: T;
  /** True when an earlier request did the work. */
  readonly replayed: boolean;
}

/** What the holder of a key may do while it works. */
export interface WriteClaim {
  readonly scope: IdempotencyScope;
  /** What an earlier holder had begun to send without learning how it ended. */
  readonly earlier: WriteAttempt | null;
  /**
   * Must be called right before the provider is: from here on the work may have happened. Throws
   * IDEMPOTENCY_IN_PROGRESS when another request holds the key by now. An attempt other than the earlier one says that
   * the earlier one certainly did nothing.
   */
  recordAttempt(attempt: WriteAttempt): Promise<void>;
  /** Names the record that a create ended with, so that no other write takes it for its own. */
  produced(record: ProducedRecord): void;
  /** The provider's idempotency key of one step of this write (64 hex digits). */
  providerKey(connectionId: string, step: string): string;
}

export interface WorkDone<T> {
  readonly value: T;
  /** What a replay needs to give the same answer; no accounting data for connections that keep none. */
  readonly keep: Json;
  /** Kept in one transaction with the answer. */
  readonly also?: (stores: Stores) => Promise<void>;
  /** Kept with them unless that fails. */
  readonly copy?: ProviderCopy;
}

export interface WriteRules {
  /** Whether a write without a key is refused. */
  readonly required: boolean;
  /**
   * What is written to. Once it is disconnected its keys answer CONFLICT `connection_not_active`; of one that keeps
   * nothing, not even the words of a refusal are kept.
   */
  readonly connection?: Connection;
}

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

const pollMilliseconds = 100;

/**
 * Runs a write at most once per Idempotency-Key (the specification's "Write requirements"). A twin of a running write
 * waits for its answer. Refusals before the provider was called free the key; the provider's answers are kept; a write
 * whose end nobody knows is left to the next request with the key. Throws WriteDefect for what is no refusal.
 */
export function runIdempotent(ports: Ports) {
  return async <T>(
    caller: Omit<Caller, 'requestId'>,
    write: Write,
    rules: WriteRules,
    work: (claim: WriteClaim) => Promise<WorkDone<T>>,
    revive: (kept: Json) => Promise<T>,
  ): Promise<Answered<T>> => {
    const key = checkedKey(write.key, rules.required);
    const { organizationId, environment, actor } = caller;
    const course = { attempted: false };
    const noted = (claim: WriteClaim) => work(noting(course, claim));
    try {
      if (key === undefined) {
        const own = { organizationId, environment, key: ports.ids.next('req') };
        return { value: await runOnce(ports, own, noted), replayed: false };
      }
      if (rules.connection?.status === 'disconnected') throw isDisconnected();
      const scope: IdempotencyScope = { organizationId, environment, key };
      const asked = { fingerprint: fingerprint(ports, write), connectionId: rules.connection?.id ?? null };
      const claim = await claimOrWait(ports, scope, asked, actor);
      course.attempted = claim.kind === 'answered' || (claim.kind === 'taken_over' && claim.attempt !== null);
      if (claim.kind === 'answered') return { value: await reopen(claim.answer, revive), replayed: true };
      return { value: await holdClaim(ports, scope, claim, rules, noted), replayed: false };
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw new WriteDefect(course.attempted ? 'unknown' : 'not_applied', error);
    }
  };
}

/** Remembers that the provider is called from here on. */
function noting(course: { attempted: boolean }, claim: WriteClaim): WriteClaim {
  return {
    ...claim,
    async recordAttempt(attempt) {
      await claim.recordAttempt(attempt);
      course.attempted = true;
    },
  };
}

function checkedKey(key: string | undefined, required: boolean): string | undefined {
  if (key === undefined || key === '') {
    if (required) throw badRequest('Idempotency-Key', 'the header Idempotency-Key is required');
    return undefined;
  }
  if (key.length > idempotencyKeyMaxLength) {
    throw badRequest(
      'Idempotency-Key',
      `the header Idempotency-Key must have at most ${idempotencyKeyMaxLength} characters`,
    );
  }
  return key;
}

function fingerprint({ digester }: Ports, { method, path, body }: Write): string {
  return digester.keyed('idempotency', canonicalJson([method, path, (body ?? null) as Json]));
}

/** An answer of before may be deleted at any moment, and nothing new can be done. */
function isDisconnected(): ServiceError {
  return conflict('connection_not_active', 'the connection is disconnected');
}

type Settled = Held | Extract<IdempotencyClaim, { kind: 'answered' }>;

interface Asked {
  readonly fingerprint: string;
  readonly connectionId: Connection['id'] | null;
}

async function claimOrWait(ports: Ports, scope: IdempotencyScope, asked: Asked, actor: string): Promise<Settled> {
  const leaseToken = ports.ids.next('req');
  let leave: (() => void) | undefined;
  try {
    for (let waited = 0; waited <= twinWaitSeconds * 1000; waited += pollMilliseconds) {
      const claim = await claimNow(ports, scope, asked, leaseToken);
      if (claim.kind !== 'running') return claim;
      leave ??= takeWaitingPlace(actor);
      await ports.clock.wait(pollMilliseconds);
    }
  } finally {
    leave?.();
  }
  throw inProgress();
}

async function claimNow(
  { storage, clock }: Ports,
  scope: IdempotencyScope,
  asked: Asked,
  leaseToken: string,
): Promise<Exclude<IdempotencyClaim, { kind: 'clashing' }>> {
  const now = clock.now();
  const claim = await storage.idempotency.claim(scope, {
    ...asked,
    leaseToken,
    now,
    leaseUntil: new Date(now.getTime() + idempotencyLeaseSeconds * 1000),
    expiresAt: new Date(now.getTime() + idempotencyDays * 86_400_000),
  });
  if (claim.kind !== 'clashing') return claim;
  throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request');
}

async function reopen<T>(answer: KeptAnswer, revive: (kept: Json) => Promise<T>): Promise<T> {
  if (!answer.ok) throw new ReplayedError(fromSnapshot(answer.error));
  return revive(answer.value);
}

/** An earlier request's refusal, given again; hosts mark the answer as replayed. */
export class ReplayedError extends ServiceError {
  constructor(error: ServiceError) {
    super(error.code, error.message, error.details);
  }
}

/** Without a key nothing can be taken up again, so nothing is kept. */
async function runOnce<T>(
  { storage, digester }: Ports,
  scope: IdempotencyScope,
  work: (claim: WriteClaim) => Promise<WorkDone<T>>,
): Promise<T> {
  const done = await work({
    scope,
    earlier: null,
    recordAttempt: async () => {},
    produced: () => {},
    providerKey: providerKeyOf(digester, scope),
  });
  if (done.also || done.copy) await keepWithCopy(storage, done.copy, async (stores) => done.also?.(stores));
  return done.value;
}
