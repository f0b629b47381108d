import type { AlertDestination } from '../../domain/alert.ts';
import type { WeekCounts } from '../../domain/alert-words.ts';
import type { Environment } from '../../domain/caller.ts';
import { healthState } from '../../domain/endpoint-health.ts';
import { isId } from '../../domain/ids.ts';
import { barsUntil, deliveryCounts, endedCounts } from '../../domain/overview.ts';
import { keptSince } from '../../domain/retention.ts';
import { endpointsMax } from '../../domain/webhook-endpoint.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { forgetTold } from './sweep-alerts.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** Monday, 5 January 1970, 08:00 UTC. */
const mondayMs = (4 * 24 + 8) * hourMs;
const aPart = 100;

/** Queues one summary for each destination that asked for it, Mondays at 08:00 UTC; also when nobody was up then. */
export function weeklySchedule(ports: CorePorts): Schedule {
  return {
    name: 'alerts_weekly',
    everyMs: weekMs,
    offsetMs: mondayMs,
    async part({ at, progress }) {
      const after = progress !== null && isId('alert', progress) ? progress : null;
      const asked = await ports.storage.alertDestinations.listWeekly(after, aPart);
      // Who came after the tick was late is told on the next.
      const wanting = asked.filter(({ createdAt }) => createdAt <= at);
      const operations = wanting.map((destination) =>
        draftOperation(
          ports,
          { organizationId: destination.organizationId, environment: planeOf(destination) },
          {
            type: 'alert.send',
            connectionId: null,
            subject: destination.id,
            input: { alert_id: destination.id, summary_until: at.toISOString() },
            requestId: ports.ids.next('req'),
          },
        ),
      );
      const next = asked.length < aPart ? null : (asked.at(-1)?.id ?? null);
      return { next, also: (stores) => stores.operations.insert(operations) };
    },
  };
}

/** The environment in whose list of operations the summary stands. */
function planeOf({ environments }: AlertDestination): Environment {
  return environments.includes('live') ? 'live' : 'test';
}

/** Hourly, because told alerts of ended subjects are small and few. */
export function forgetSchedule(ports: CorePorts): Schedule {
  return {
    name: 'alerts_forget',
    everyMs: hourMs,
    offsetMs: 0,
    part: async () => ({ next: (await forgetTold(ports)) ? 'more' : null }),
  };
}

/** How the week before `until` was, in counts, for each environment of the destination. */
export function weekCounts(
  { storage, settings }: CorePorts,
  { organizationId, environments }: AlertDestination,
  until: Date,
): Promise<readonly WeekCounts[]> {
  const { hours } = barsUntil(until, '7d', keptSince('operations', settings.retentionDays, until));
  const ended = environments.map(async (environment): Promise<WeekCounts> => {
    const plane = { organizationId, environment };
    const [{ byStatus, byHealth }, sums, { items }] = await Promise.all([
      storage.overview.connections(plane),
      storage.overview.ended(plane, hours, null),
      storage.webhookEndpoints.list(plane, { limit: endpointsMax, page: 1 }),
    ]);
    const deliveries = deliveryCounts(sums);
    const operations = endedCounts(sums, 'operation');
    const enabled = items.filter(({ status }) => status === 'enabled');
    return {
      environment,
      connections: {
        active: byStatus.active,
        stopped: byStatus.action_required,
        failing: byHealth.failing,
        degraded: byHealth.degraded,
      },
      endpoints: {
        enabled: enabled.length,
        held: enabled.filter((one) => healthState(one) === 'open').length,
        disabled: items.length - enabled.length,
      },
      deliveries: { delivered: deliveries.succeeded, givenUp: deliveries.failed + deliveries.dead_letter },
      operations: { succeeded: operations.succeeded, failed: operations.failed + operations.dead_letter },
    };
  });
  return Promise.all(ended);
}
