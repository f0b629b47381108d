import type { RetentionMode } from '../domain/connection.ts';
import type { ServiceError } from '../domain/errors.ts';
import type { IdempotencyScope } from '../domain/idempotency.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { claimOf, type Held, inProgress, progressOf } from './claim-progress.ts';
import type { WorkDone, WriteClaim, WriteRules } from './idempotent.ts';
import { keepWithCopy } from './provider-copy.ts';
import { keptRefusal, verdict, type WriteFailure, withOutcome } from './write-verdict.ts';

/**
 * Works as the holder of a key and keeps how it went: the answer with whatever else the work keeps, the provider's
 * refusal, that nothing happened, or that nobody knows.
 */
export async function holdClaim<T>(
  ports: Pick<CorePorts, 'storage' | 'digester'>,
  scope: IdempotencyScope,
  claim: Held,
  rules: Pick<WriteRules, 'connection'>,
  work: (claim: WriteClaim) => Promise<WorkDone<T>>,
): Promise<T> {
  const { storage } = ports;
  const progress = progressOf(claim);
  try {
    const done = await work(claimOf(ports, scope, claim, progress));
    await keepWithCopy(storage, done.copy, async (stores) => {
      await done.also?.(stores);
      const answer = { ok: true, value: done.keep } as const;
      // Another request holds the key or has adopted the record by now: its answer stands, and nothing of this one does.
      if (!(await stores.idempotency.answer(scope, claim.leaseToken, answer, progress.produced))) throw inProgress();
    });
    return done.value;
  } catch (error) {
    const failure = { error, attempted: progress.attempted, uncertain: progress.uncertain };
    await giveUp(ports, scope, claim.leaseToken, failure, rules.connection?.retentionMode ?? 'cached');
    throw withOutcome(failure);
  }
}

async function giveUp(
  { storage }: Pick<CorePorts, 'storage'>,
  scope: IdempotencyScope,
  leaseToken: string,
  failure: WriteFailure,
  retentionMode: RetentionMode,
): Promise<void> {
  switch (verdict(failure)) {
    case 'keep': {
      const error = keptRefusal(failure.error as ServiceError, retentionMode);
      await storage.idempotency.answer(scope, leaseToken, { ok: false, error }, null);
      return;
    }
    case 'release':
      return storage.idempotency.release(scope, leaseToken);
    case 'suspend':
      return storage.idempotency.suspend(scope, leaseToken);
  }
}
