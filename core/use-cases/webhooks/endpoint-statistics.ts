import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import { type OperationState, operationStates } from '../../domain/operation.ts';
import { type AttemptSums, attemptsOfMost, countedMost, countsOf } from '../../domain/overview.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { findEndpoint } from './read-endpoints.ts';

export interface EndpointStatistics {
  readonly id: WebhookEndpointId;
  readonly since: Date;
  /** Deliveries that were made since then, by state. */
  readonly deliveries: Readonly<Record<OperationState, number>>;
  /** Those made since then, of the latest `attemptsOfMost` deliveries. */
  readonly attempts: AttemptSums;
  /** Of those that ended as succeeded, failed or dead letter; null where none did. */
  readonly successRate: number | null;
  /** Whether a state has more than were counted. */
  readonly capped: boolean;
}

const hours = 24;

/** How the deliveries of the last day stand. Throws NOT_FOUND for removed endpoints and for those of others. */
export function endpointStatistics(ports: Pick<CorePorts, 'storage' | 'clock'>) {
  const find = findEndpoint(ports);
  return async (caller: Caller, endpointId: string): Promise<EndpointStatistics> => {
    const { id } = await find(caller, endpointId);
    const since = new Date(ports.clock.now().getTime() - hours * 3_600_000);
    const [counts, attempts] = await Promise.all([
      ports.storage.overview.deliveries(caller, id, since, countedMost),
      ports.storage.overview.attempts(caller, id, since, attemptsOfMost),
    ]);
    const deliveries = countsOf(operationStates, counts);
    const ended = deliveries.succeeded + deliveries.failed + deliveries.dead_letter;
    return {
      ...{ id, since, attempts, deliveries },
      successRate: ended === 0 ? null : deliveries.succeeded / ended,
      capped: counts.some(({ count }) => count >= countedMost),
    };
  };
}
