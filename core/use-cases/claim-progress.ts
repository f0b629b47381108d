// What a request that holds its key has found out and done so far.
import { ServiceError } from '../domain/errors.ts';
import type { IdempotencyClaim, IdempotencyScope, ProducedRecord, WriteAttempt } from '../domain/idempotency.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { WriteClaim } from './idempotent.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester'>;

/** A claim that lets its holder work. */
export type Held = Extract<IdempotencyClaim, { leaseToken: string }>;

export interface Progress {
  readonly earlier: WriteAttempt | null;
  attempted: boolean;
  uncertain: boolean;
  produced: ProducedRecord | null;
}

export function progressOf(claim: Held): Progress {
  const earlier = claim.kind === 'taken_over' ? claim.attempt : null;
  return { earlier, attempted: earlier !== null, uncertain: earlier !== null, produced: null };
}

export function claimOf(
  { storage, digester }: Ports,
  scope: IdempotencyScope,
  { leaseToken }: Held,
  progress: Progress,
): WriteClaim {
  const { earlier } = progress;
  return {
    scope,
    earlier,
    async recordAttempt(attempt) {
      if (!(await storage.idempotency.recordAttempt(scope, leaseToken, attempt))) throw inProgress();
      progress.attempted = true;
      progress.uncertain = earlier?.firstSentAt.getTime() === attempt.firstSentAt.getTime();
    },
    produced(record) {
      progress.produced = record;
    },
    providerKey: providerKeyOf(digester, scope),
  };
}

export function providerKeyOf(
  digester: Ports['digester'],
  { environment, key }: IdempotencyScope,
): WriteClaim['providerKey'] {
  return (connectionId, step) => digester.sha256(`${connectionId}|${environment}|${key}|${step}`);
}

export function inProgress(): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  });
}
