// What a person sees first: whether all is well, what is not, and how much there was in the last day.
import { budgetOf } from '../../domain/budget.ts';
import type { Caller, Environment, Plane } from '../../domain/caller.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { healthState } from '../../domain/endpoint-health.ts';
import { terminalStates, unfinishedStates } from '../../domain/operation.ts';
import {
  attemptsOfMost,
  countedMost,
  countsOf,
  type EndedCount,
  overviewHours,
  type StateCount,
} from '../../domain/overview.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { ConnectionFilter } from '../../ports/connection-stores.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { monitoredAll } from '../connections/read-connections.ts';
import { listEndpoints } from '../webhooks/read-endpoints.ts';
import { callerOf } from './session.ts';

const failingMost = 20;
const budgetsMost = 10;
/** Endpoints of which health is counted, and connections whose budgets are compared: the newest. */
const lookedAtMost = 200;
const hourMs = 3_600_000;

/** A fixed number of queries, each of them bounded, whatever the organization has. */
export function readOverview(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment) => {
    const { storage, clock } = ports;
    const plane = callerOf(signedIn, environment);
    const at = clock.now();
    const hours = hoursUntil(at);
    const [sums, failing, endpoints, ended, unfinished, attempts, budgets] = await Promise.all([
      storage.overview.connections(plane),
      failingConnections(ports, plane),
      endpointsOf(ports, plane),
      storage.overview.ended(plane, hours, countedMost),
      storage.overview.unfinished(plane, countedMost),
      storage.overview.attempts(plane, null, hours[0] ?? at, attemptsOfMost),
      budgetsOf(ports, plane),
    ]);
    return {
      ...{ at, endpoints, budgets },
      connections: { ...sums, failing },
      operations: endedSums(hours, ended, false),
      deliveries: { ...endedSums(hours, ended, true), attempts },
      queue: {
        operations: countsOf(unfinishedStates, kindOf(unfinished, false)),
        deliveries: countsOf(unfinishedStates, kindOf(unfinished, true)),
        capped: unfinished.some(({ count }) => count >= countedMost),
      },
    };
  };
}

function hoursUntil(now: Date): readonly Date[] {
  const last = Math.floor(now.getTime() / hourMs);
  return Array.from({ length: overviewHours + 1 }, (_, i) => new Date((last - overviewHours + i) * hourMs));
}

/** Those that a person must look after first, then active ones that do not work. */
async function failingConnections(ports: CorePorts, plane: Plane): Promise<readonly MonitoredConnection[]> {
  const { storage } = ports;
  const found = async (filter: ConnectionFilter) => {
    const { items } = await storage.connections.list(plane, filter, { limit: failingMost, page: 1 });
    return monitoredAll(storage, ports, plane, items);
  };
  const [failing, leaving, degraded] = await Promise.all([
    found({ health: 'failing' }),
    found({ status: 'disconnecting' }),
    found({ health: 'degraded' }),
  ]);
  return [...failing, ...leaving, ...degraded].slice(0, failingMost);
}

async function endpointsOf(ports: CorePorts, caller: Caller) {
  const { items } = await listEndpoints(ports)(caller, { limit: String(lookedAtMost) });
  const healthOf = (one: WebhookEndpoint) => (one.status === 'enabled' ? healthState(one) : 'disabled');
  const byHealth = { healthy: 0, failing: 0, open: 0, disabled: 0 };
  for (const one of items) byHealth[healthOf(one)] += 1;
  // A member who disabled an endpoint knows that it is disabled; one that the service disabled is shown.
  const isFailing = (one: WebhookEndpoint) =>
    healthOf(one) === 'disabled' ? one.statusReason !== 'requested' : healthOf(one) !== 'healthy';
  return { byHealth, failing: items.filter(isFailing).slice(0, failingMost) };
}

function kindOf<Count extends StateCount>(counts: readonly Count[], isDelivery: boolean): readonly Count[] {
  return counts.filter((one) => one.isDelivery === isDelivery);
}

function endedSums(hours: readonly Date[], ended: readonly EndedCount[], isDelivery: boolean) {
  const inHour = (at: Date) => kindOf(ended, isDelivery).filter(({ hour }) => +hour === +at);
  return {
    hours: hours.map((at) => ({ at, ...countsOf(terminalStates, inHour(at)) })),
    capped: hours.some((at) => inHour(at).reduce((sum, { count }) => sum + count, 0) >= countedMost),
  };
}

/** The connections that used most of their day. */
async function budgetsOf({ storage, budget, gateway }: CorePorts, plane: Plane) {
  const { items } = await storage.connections.list(plane, { status: 'active' }, { limit: lookedAtMost, page: 1 });
  const apps = new Map((await storage.providerApps.list(plane)).map((app) => [app.id, app.dailyCallLimit]));
  const uses = await budget.use(items.map(({ id }) => id));
  const found = items.flatMap(({ id, providerAppId, externalAccountId, providerTenantName }) => {
    const use = uses.find(({ connectionId }) => connectionId === id);
    const limits = budgetOf(gateway.traits.limits, (providerAppId && apps.get(providerAppId)) ?? null);
    if (!use) return [];
    const minute = { used: use.minuteUsed, limit: limits.perMinute };
    const day = { used: use.dayUsed, limit: limits.perDay };
    return [{ connectionId: id, externalAccountId, providerTenantName, minute, day, blockedUntil: use.blockedUntil }];
  });
  return found.sort((a, b) => b.day.used - a.day.used || b.minute.used - a.minute.used).slice(0, budgetsMost);
}
