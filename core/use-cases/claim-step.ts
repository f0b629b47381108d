// A durable operation's own keys: each of its writes happens at most once, even when workers are lost.
import type { Plane } from '../domain/caller.ts';
import { fromSnapshot, type ServiceError } from '../domain/errors.ts';
import { operationKeyExtraDays } from '../domain/idempotency.ts';
import type { ConnectionId, OperationId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { holdKey, inProgress, type WriteClaim } from './write-claim.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'settings'>;

/** The one write of a step. */
export interface OperationWrite extends Plane {
  readonly operationId: OperationId;
  readonly connectionId: ConnectionId;
  readonly step: string;
}

/** A write is refused at most once in a run; replays beyond this get the last refusal again. */
const refusalsMax = 50;
/** The operation's own lease says who works; its key is there for the next holder at once. */
const leaseUntil = new Date(0);

/**
 * Claims the write of a step for whoever holds the operation's lease: the next holder gets what a lost one had begun to
 * send, and if the lost one wakes it can only send the same bytes under the same key. What the provider refused was
 * certainly not done: the next run claims the next key. `stored` is what the step answered before.
 */
export async function claimStep(
  { storage, digester, clock, ids, settings }: Ports,
  { organizationId, environment, operationId, step, connectionId }: OperationWrite,
): Promise<{ readonly stored: Json } | WriteClaim> {
  const storedDays = settings.retentionDays.operations + operationKeyExtraDays;
  let refusal: ServiceError | undefined;
  for (let number = 1; number <= refusalsMax; number++) {
    // No HTTP header can hold a line break, so that no caller's key is ever one of these.
    const scope = { organizationId, environment, key: `\nop:${operationId}:${step}:${number}` };
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + storedDays * 86_400_000);
    const request = { fingerprint: 'operation', connectionId, leaseToken: ids.next('req'), now, leaseUntil, expiresAt };
    const claimed = await storage.idempotency.claim(scope, request);
    if (claimed.kind === 'running' || claimed.kind === 'clashing') throw inProgress();
    // Automations run on connections that store what they read.
    if (claimed.kind !== 'answered') return holdKey({ storage, digester }, scope, claimed, 'cached');
    if (claimed.answer.ok) return { stored: claimed.answer.value };
    refusal = fromSnapshot(claimed.answer.error);
  }
  throw refusal ?? inProgress();
}
