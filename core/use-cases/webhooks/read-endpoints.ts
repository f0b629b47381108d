import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import { type OperationState, operationStates } from '../../domain/operation.ts';
import { type AttemptSums, attemptsOfMost, countedMost, countsOf } from '../../domain/overview.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { findById } from '../find-by-id.ts';

/** The caller's endpoints, without removed ones; takes paging parameters only. */
export function listEndpoints({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<WebhookEndpoint>> => {
    const { request } = parseListQuery(query, []);
    return { ...(await storage.webhookEndpoints.list(caller, request)), request };
  };
}

/** Throws NOT_FOUND for removed endpoints and for those of others. */
export function findEndpoint({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<WebhookEndpoint> =>
    findById('webhook endpoint', 'we', id, (known) => storage.webhookEndpoints.find(caller, known));
}

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

/** Sums of the deliveries of the last day. Throws NOT_FOUND for removed endpoints and for those of others. */
export function endpointStatistics(ports: CorePorts) {
  return async (caller: Caller, endpointId: string): Promise<EndpointStatistics> => {
    const { id } = await findEndpoint(ports)(caller, endpointId);
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
