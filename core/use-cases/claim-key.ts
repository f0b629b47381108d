// The Idempotency-Key of a request: one request works, its twins wait for the answer, and repetitions are given it.
import type { Caller } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import { badRequest, conflict, fromSnapshot, ServiceError, WriteDefect, type WriteOutcome } from '../domain/errors.ts';
import {
  type IdempotencyClaim,
  type IdempotencyScope,
  idempotencyDays,
  idempotencyKeyMaxLength,
  idempotencyLeaseSeconds,
  type StoredAnswer,
  twinWaitSeconds,
} from '../domain/idempotency.ts';
import { canonicalJson, type Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { takeWaitingPlace } from './key-places.ts';
import { holdKey, inProgress, type WriteClaim } from './write-claim.ts';

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

/** An earlier request did the work. */
export interface Replay {
  readonly kind: 'replay';
  /** What it stored to give its answer again. */
  readonly stored: Json;
  /** The error for the caller when the answer cannot be given again. */
  fail(error: unknown): Promise<unknown>;
}

export type ClaimPorts = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids'>;

const pollMilliseconds = 100;

/**
 * Claims the key of a write (the specification's "Write requirements"): its holder works and ends the claim. A twin of a
 * running write waits for its answer. Refusals before the provider was called free the key; the provider's answers are
 * stored; a write whose end nobody knows is left to the next request with the key.
 *
 * `connection` is what is written to: once it is disconnected its keys answer CONFLICT `connection_not_active`. Throws
 * BAD_REQUEST for a key that is missing or too long, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, and what an earlier
 * request with the key was refused with, as ReplayedError. What is no refusal becomes a WriteDefect.
 */
export async function claimKey(
  ports: ClaimPorts,
  { organizationId, environment, actor }: Omit<Caller, 'requestId'>,
  write: Write,
  connection: Connection | null,
): Promise<Replay | WriteClaim> {
  const key = requireKey(write.key);
  if (connection?.status === 'disconnected') throw isDisconnected();
  const scope = { organizationId, environment, key };
  const asked = { fingerprint: fingerprint(ports, write), connectionId: connection?.id ?? null };
  const claimed = await claimOrWait(ports, scope, asked, actor).catch((error: unknown) => {
    throw refusalOrDefect(error, 'not_applied');
  });
  if (claimed.kind === 'answered') return replay(claimed.answer);
  const claim = holdKey(ports, scope, claimed, connection?.retentionMode ?? 'cached');
  return {
    ...claim,
    async fail(error) {
      const failure = await claim.fail(error).catch((defect: unknown) => defect);
      return refusalOrDefect(failure, claim.earlier || claim.attempted() ? 'unknown' : 'not_applied');
    },
  };
}

function refusalOrDefect(error: unknown, outcome: WriteOutcome): Error {
  return error instanceof ServiceError ? error : new WriteDefect(outcome, error);
}

function requireKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw badRequest('Idempotency-Key', 'the header Idempotency-Key is required');
  }
  if (key.length > idempotencyKeyMaxLength) {
    throw badRequest(
      'Idempotency-Key',
      `the header Idempotency-Key must have at most ${idempotencyKeyMaxLength} characters`,
    );
  }
  return key;
}

function fingerprint({ digester }: ClaimPorts, { method, path, body }: Write): string {
  return digester.keyed('idempotency', canonicalJson([method, path, (body ?? null) as Json]));
}

/** Disconnecting may delete a stored answer at any moment, and nothing new can be done. */
function isDisconnected(): ServiceError {
  return conflict('connection_not_active', 'the connection is disconnected');
}

interface Asked {
  readonly fingerprint: string;
  readonly connectionId: Connection['id'] | null;
}

/** Waits while another request works under the key, at most 10 s. */
async function claimOrWait(ports: ClaimPorts, scope: IdempotencyScope, asked: Asked, actor: string) {
  const leaseToken = ports.ids.next('req');
  let leave: (() => void) | undefined;
  try {
    for (let waited = 0; waited <= twinWaitSeconds * 1000; waited += pollMilliseconds) {
      const claim = await claimNow(ports, scope, asked, leaseToken);
      if (claim.kind === 'clashing') throw isReused();
      if (claim.kind !== 'running') return claim;
      leave ??= takeWaitingPlace(actor);
      await ports.clock.wait(pollMilliseconds);
    }
  } finally {
    leave?.();
  }
  throw inProgress();
}

function claimNow(
  { storage, clock }: ClaimPorts,
  scope: IdempotencyScope,
  asked: Asked,
  leaseToken: string,
): Promise<IdempotencyClaim> {
  const now = clock.now();
  return storage.idempotency.claim(scope, {
    ...asked,
    leaseToken,
    now,
    leaseUntil: new Date(now.getTime() + idempotencyLeaseSeconds * 1000),
    expiresAt: new Date(now.getTime() + idempotencyDays * 86_400_000),
  });
}

function isReused(): ServiceError {
  return new ServiceError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request');
}

function replay(answer: StoredAnswer): Replay {
  if (!answer.ok) throw new ReplayedError(fromSnapshot(answer.error));
  return { kind: 'replay', stored: answer.value, fail: async (error) => refusalOrDefect(error, 'unknown') };
}

/** An earlier request's refusal, given again; hosts mark the answer as replayed. */
export class ReplayedError extends ServiceError {
  constructor(error: ServiceError) {
    super(error.code, error.message, error.details);
  }
}
