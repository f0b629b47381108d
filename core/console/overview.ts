// The console's overview: what works, what does not, and how much happened in a period.
import type { Caller, Environment, Plane } from '../domain/caller.ts';
import type { MonitoredConnection } from '../domain/connection-health.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { healthState } from '../domain/endpoint-health.ts';
import { byBar, countedMost, deliveryCounts, endedCounts, waitingCounts } from '../domain/overview.ts';
import { endpointsMax, type WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import type { ConnectionFilter } from '../ports/connection-stores.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { RawQuery } from '../schemas/query.ts';
import { monitoredAll } from '../use-cases/connections/read-connections.ts';
import { barsAsked, listEndpoints } from '../use-cases/webhooks/read-endpoints.ts';
import { callerOf } from './session.ts';

const failingMost = 20;

/** Makes a fixed number of bounded queries for any organization. */
export function readOverview(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment, query: RawQuery) => {
    const { storage, clock } = ports;
    const plane = callerOf(signedIn, environment);
    const at = clock.now();
    const bars = barsAsked(ports, query);
    const [sums, failing, endpoints, ended, unfinished, told] = await Promise.all([
      storage.overview.connections(plane),
      failingConnections(ports, plane),
      endpointsOf(ports, plane),
      storage.overview.ended(plane, bars.hours, null),
      storage.overview.unfinished(plane, null, countedMost),
      storage.alertDestinations.list(plane.organizationId),
    ]);
    const destinations = told.filter(({ environments }) => environments.includes(environment));
    return {
      at,
      endpoints,
      alerts: {
        destinations: destinations.length,
        failing: destinations.filter(({ lastError }) => lastError !== null).length,
      },
      connections: { ...sums, failing },
      operations: { hours: byBar(bars, ended, (own) => endedCounts(own, 'operation')) },
      deliveries: { hours: byBar(bars, ended, deliveryCounts) },
      queue: { operations: waitingCounts(unfinished, false), deliveries: waitingCounts(unfinished, true) },
    };
  };
}

/** First connections that a person must look after, then degraded ones. */
async function failingConnections(ports: CorePorts, plane: Plane): Promise<readonly MonitoredConnection[]> {
  const { storage } = ports;
  const found = async (filter: ConnectionFilter) => {
    const { items } = await storage.connections.list(plane, filter, { limit: failingMost, page: 1 });
    return monitoredAll(storage, plane, items);
  };
  const [failing, leaving, degraded] = await Promise.all([
    found({ health: 'failing' }),
    found({ status: 'disconnecting' }),
    found({ health: 'degraded' }),
  ]);
  return [...failing, ...leaving, ...degraded].slice(0, failingMost);
}

async function endpointsOf(ports: CorePorts, caller: Caller) {
  const { items } = await listEndpoints(ports)(caller, { limit: String(endpointsMax) });
  const healthOf = (one: WebhookEndpoint) => (one.status === 'enabled' ? healthState(one) : 'disabled');
  const byHealth = { healthy: 0, failing: 0, open: 0, disabled: 0 };
  for (const one of items) byHealth[healthOf(one)] += 1;
  // Leaves out endpoints that a member disabled; shows those that the service disabled.
  const isFailing = (one: WebhookEndpoint) =>
    healthOf(one) === 'disabled' ? one.statusReason !== 'requested' : healthOf(one) !== 'healthy';
  return { byHealth, failing: items.filter(isFailing).slice(0, failingMost) };
}
