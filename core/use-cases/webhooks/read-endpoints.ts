import type { Caller } from '../../domain/caller.ts';
import {
  type Bars,
  barsUntil,
  byBar,
  countedMost,
  deliveryCounts,
  sumPeriods,
  waitingCounts,
} from '../../domain/overview.ts';
import { oneOf } from '../../domain/query-text.ts';
import { keptSince } from '../../domain/retention.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';

export function listEndpoints({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<WebhookEndpoint>> => {
    const { request } = parseListQuery(query, []);
    return { ...(await storage.webhookEndpoints.list(caller, request)), request };
  };
}

/** Throws NOT_FOUND for removed endpoints and for those of other organizations. */
export function findEndpoint({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<WebhookEndpoint> =>
    findById('webhook endpoint', 'we', id, (known) => storage.webhookEndpoints.find(caller, known));
}

/** The bars of a query's `period`: 24 hours unless it says otherwise. */
export function barsAsked({ clock, settings }: CorePorts, query: RawQuery): Bars {
  const now = clock.now();
  const { filters } = parseListQuery(query, ['period']);
  const period = oneOf('period', filters.period, sumPeriods) ?? '24h';
  return barsUntil(now, period, keptSince('operations', settings.retentionDays, now));
}

/** How an endpoint did in a `period`, and what waits for it now. */
export function endpointStatistics(ports: CorePorts) {
  return async (caller: Caller, endpointId: string, query: RawQuery) => {
    const bars = barsAsked(ports, query);
    const { id } = await findEndpoint(ports)(caller, endpointId);
    const { overview } = ports.storage;
    const [sums, unfinished] = await Promise.all([
      overview.ended(caller, bars.hours, id),
      overview.unfinished(caller, id, countedMost),
    ]);
    const { attempts, ...deliveries } = deliveryCounts(sums);
    const ended = deliveries.succeeded + deliveries.failed + deliveries.dead_letter;
    return {
      id,
      since: bars.starts[0],
      attempts,
      deliveries,
      hours: byBar(bars, sums, deliveryCounts),
      waiting: waitingCounts(unfinished, true),
      /** The share of successes among deliveries that succeeded, failed or are dead letters; null if there are none. */
      successRate: ended === 0 ? null : deliveries.succeeded / ended,
    };
  };
}

export type EndpointStatistics = Awaited<ReturnType<ReturnType<typeof endpointStatistics>>>;
