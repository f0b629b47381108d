// What a person sees first: whether all is well, what is not, and how much there was in the last day.

import { budgetOf } from '../../domain/budget.ts';
import type { Environment, Plane } from '../../domain/caller.ts';
import type { ConnectionStatus } from '../../domain/connection.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { healthState } from '../../domain/endpoint-health.ts';
import { terminalStates } from '../../domain/operation.ts';
import { assertAllowed } from '../../domain/organization.ts';
import {
  attemptsOfMost,
  type ConnectionBudget,
  type EndedCount,
  type EndedHour,
  type EndedSums,
  endedMost,
  type Overview,
  overviewHours,
  type StateCount,
  type TerminalState,
  type WaitingSums,
  waitingMost,
} from '../../domain/overview.ts';
import type { MonitoredEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { monitoredAll } from '../connections/monitored.ts';
import { listEndpoints } from '../webhooks/read-endpoints.ts';

type Ports = Pick<CorePorts, 'storage' | 'budget' | 'clock' | 'gateway' | 'settings'>;

const failingMost = 20;
const budgetsMost = 10;
/** Connections and endpoints that are looked at, the newest. */
const lookedAtMost = 200;
const hourMs = 3_600_000;

/** A fixed number of queries, each of them bounded, whatever the organization has. */
export function readOverview(ports: Ports) {
  return async (signedIn: SignedIn, environment: Environment): Promise<Overview> => {
    assertAllowed(signedIn.role, 'read');
    const { storage, clock } = ports;
    const plane: Plane = { organizationId: signedIn.organizationId, environment };
    const at = clock.now();
    const hours = hoursUntil(at);
    const [sums, failing, endpoints, ended, waiting, attempts, budgets] = await Promise.all([
      storage.overview.connections(plane),
      failingConnections(ports, plane),
      endpointsOf(ports, signedIn, environment),
      storage.overview.ended(plane, hours, endedMost),
      storage.overview.unfinished(plane, waitingMost),
      storage.overview.attempts(plane, null, hours[0] ?? at, attemptsOfMost),
      budgetsOf(ports, plane),
    ]);
    return {
      ...{ at, endpoints, budgets },
      connections: { ...sums, failing },
      operations: endedSums(hours, ended, false),
      deliveries: { ...endedSums(hours, ended, true), attempts },
      queue: waitingSums(waiting),
    };
  };
}

function hoursUntil(now: Date): readonly Date[] {
  const last = Math.floor(now.getTime() / hourMs);
  return Array.from({ length: overviewHours + 1 }, (_, i) => new Date((last - overviewHours + i) * hourMs));
}

/** Those that a person must look after first, then active ones that do not work. */
async function failingConnections(ports: Ports, plane: Plane): Promise<readonly MonitoredConnection[]> {
  const { storage } = ports;
  const inStatus = async (status: ConnectionStatus, limit: number) => {
    const { items } = await storage.connections.list(plane, { status }, { limit, page: 1 });
    return monitoredAll(storage, ports, plane, items);
  };
  const [stopped, leaving, active] = await Promise.all([
    inStatus('action_required', failingMost),
    inStatus('disconnecting', failingMost),
    inStatus('active', lookedAtMost),
  ]);
  const unwell = active.filter(({ health }) => health.state !== 'ok');
  return [...stopped, ...leaving, ...unwell].slice(0, failingMost);
}

async function endpointsOf(ports: Ports, signedIn: SignedIn, environment: Environment): Promise<Overview['endpoints']> {
  const { organizationId, memberId, requestId } = signedIn;
  const caller = { organizationId, environment, actor: memberId, requestId };
  const { items } = await listEndpoints(ports)(caller, { limit: String(lookedAtMost) });
  const healthOf = (one: MonitoredEndpoint) => (one.status === 'enabled' ? healthState(one.health) : 'disabled');
  const byHealth = { healthy: 0, failing: 0, open: 0, disabled: 0 };
  for (const one of items) byHealth[healthOf(one)] += 1;
  // Somebody who disabled an endpoint knows of it; one that was given up is news.
  const isFailing = (one: MonitoredEndpoint) =>
    healthOf(one) === 'disabled' ? one.statusReason !== 'requested' : healthOf(one) !== 'healthy';
  return { byHealth, failing: items.filter(isFailing).slice(0, failingMost) };
}

function endedSums(hours: readonly Date[], ended: readonly EndedCount[], isDelivery: boolean): EndedSums {
  const counted = (at: Date, state: TerminalState) =>
    ended.find((one) => +one.hour === +at && one.isDelivery === isDelivery && one.state === state)?.count ?? 0;
  const hour = (at: Date): EndedHour => {
    const counts = Object.fromEntries(terminalStates.map((state) => [state, counted(at, state)]));
    return { at, counts: counts as Record<TerminalState, number> };
  };
  const totals = hours.map((at) => sumOf(ended.filter((one) => +one.hour === +at)));
  return { hours: hours.map(hour), capped: totals.some((total) => total >= endedMost) };
}

function waitingSums(waiting: readonly StateCount[]): WaitingSums {
  const of = (isDelivery: boolean, state: StateCount['state']) =>
    waiting.find((one) => one.isDelivery === isDelivery && one.state === state)?.count ?? 0;
  const sums = (isDelivery: boolean) => ({
    queued: of(isDelivery, 'queued'),
    running: of(isDelivery, 'running'),
    retrying: of(isDelivery, 'retrying'),
  });
  return {
    operations: sums(false),
    deliveries: sums(true),
    capped: waiting.some(({ count }) => count >= waitingMost),
  };
}

function sumOf(counts: readonly StateCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

async function budgetsOf({ storage, budget, gateway }: Ports, plane: Plane): Promise<readonly ConnectionBudget[]> {
  const { items } = await storage.connections.list(plane, { status: 'active' }, { limit: lookedAtMost, page: 1 });
  const apps = new Map((await storage.providerApps.list(plane)).map((app) => [app.id, app.dailyCallLimit]));
  const uses = await budget.use(items.map(({ id }) => id));
  const found = items.flatMap((connection): ConnectionBudget[] => {
    const use = uses.find(({ connectionId }) => connectionId === connection.id);
    const { providerAppId } = connection;
    const limits = budgetOf(gateway.traits.limits, providerAppId === null ? null : (apps.get(providerAppId) ?? null));
    return use ? [{ ...use, connection, perMinute: limits.perMinute, perDay: limits.perDay }] : [];
  });
  return found.sort((a, b) => b.dayUsed - a.dayUsed || b.minuteUsed - a.minuteUsed).slice(0, budgetsMost);
}
