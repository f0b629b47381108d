// A durable operation's own keys: each of its writes happens at most once, whatever becomes of its workers.
import type { Plane } from '../domain/caller.ts';
import { fromSnapshot, type ServiceError } from '../domain/errors.ts';
import { type IdempotencyScope, operationKeyExtraDays } from '../domain/idempotency.ts';
import type { ConnectionId, OperationId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { inProgress } from './claim-progress.ts';
import { holdClaim } from './hold-claim.ts';
import type { WorkDone, WriteClaim } from './idempotent.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'settings'>;

/** The one write of a step. */
export interface OperationWrite extends Plane {
  readonly operationId: OperationId;
  readonly connectionId: ConnectionId;
  readonly step: string;
}

/** A write is refused at most once in a run; replays beyond this get the last refusal again. */
const refusalsMax = 50;
const fingerprint = 'operation';
/** The operation's own lease says who works; its key is there for the next holder at once. */
const atOnce = new Date(0);

/**
 * Runs the write of a step for whoever holds the operation's lease: a holder that was lost is taken over from with what
 * it had begun to send, and if it wakes it can only send the same bytes under the same key. What the provider refused
 * was certainly not done: the next run asks anew, under the next key.
 */
export function onceInOperation(ports: Ports) {
  return async <T>(
    write: OperationWrite,
    work: (claim: WriteClaim) => Promise<WorkDone<T>>,
    revive: (kept: Json) => Promise<T>,
  ): Promise<T> => {
    let refusal: ServiceError | undefined;
    for (let number = 1; number <= refusalsMax; number++) {
      const scope = scopeOf(write, number);
      const claim = await claimOf(ports, scope, write.connectionId);
      if (claim.kind === 'running' || claim.kind === 'clashing') throw inProgress();
      if (claim.kind !== 'answered') return holdClaim(ports, scope, claim, {}, work);
      if (claim.answer.ok) return revive(claim.answer.value);
      refusal = fromSnapshot(claim.answer.error);
    }
    throw refusal ?? inProgress();
  };
}

/** No HTTP header can hold a line break, so that no caller's key is ever one of these. */
function scopeOf({ organizationId, environment, operationId, step }: OperationWrite, number: number): IdempotencyScope {
  return { organizationId, environment, key: `\nop:${operationId}:${step}:${number}` };
}

function claimOf({ storage, clock, ids, settings }: Ports, scope: IdempotencyScope, connectionId: ConnectionId) {
  const now = clock.now();
  const keptDays = settings.retentionDays.operations + operationKeyExtraDays;
  return storage.idempotency.claim(scope, {
    fingerprint,
    connectionId,
    leaseToken: ids.next('req'),
    now,
    leaseUntil: atOnce,
    expiresAt: new Date(now.getTime() + keptDays * 86_400_000),
  });
}
