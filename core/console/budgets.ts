import { type BudgetUse, budgetOf } from '../domain/budget.ts';
import type { Environment, Plane } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest } from '../domain/errors.ts';
import { type ConnectionId, isId } from '../domain/ids.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { callerOf } from './session.ts';

const askedMost = 100;
const busiestMost = 10;
const comparedMost = 10_000;
const useMost = 200;

/** At most 100 connections; leaves out those of other planes. */
export function readBudgets(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment, connectionIds: readonly string[]) => {
    if (connectionIds.length > askedMost) throw badRequest('connection_ids', `must be at most ${askedMost} ids`);
    const known = connectionIds.filter((id) => isId('conn', id));
    return budgetsOf(ports, callerOf(signedIn, environment), await ports.budget.use(known));
  };
}

/** The active connections that used the most of their day's calls. */
export async function busiestBudgets(ports: CorePorts, plane: Plane) {
  const { storage, budget } = ports;
  const ids = await storage.connections.listActiveIds(plane, comparedMost);
  const uses: BudgetUse[] = [];
  for (let i = 0; i < ids.length; i += useMost) uses.push(...(await budget.use(ids.slice(i, i + useMost))));
  uses.sort((a, b) => b.dayUsed - a.dayUsed || b.minuteUsed - a.minuteUsed);
  const busiest = await budgetsOf(ports, plane, uses.slice(0, busiestMost));
  return { busiest, compared: { value: ids.length, atLeast: ids.length === comparedMost } };
}

async function budgetsOf({ storage, gateway }: CorePorts, plane: Plane, uses: readonly BudgetUse[]) {
  if (uses.length === 0) return [];
  const ids = uses.map(({ connectionId }) => connectionId);
  const { items } = await storage.connections.list(plane, { ids }, { limit: ids.length, page: 1 });
  const apps = new Map((await storage.providerApps.list(plane)).map((app) => [app.id, app.dailyCallLimit]));
  const connections = new Map<ConnectionId, (typeof items)[number]>(items.map((one) => [one.id, one]));
  return uses.flatMap(({ connectionId, minuteUsed, dayUsed, blockedUntil }) => {
    const connection = connections.get(connectionId);
    if (!connection) return [];
    const { providerAppId, externalAccountId, providerTenantName } = connection;
    const limits = budgetOf(gateway.traits.limits, (providerAppId && apps.get(providerAppId)) ?? null);
    const minute = { used: minuteUsed, limit: limits.perMinute };
    const day = { used: dayUsed, limit: limits.perDay };
    return [{ connectionId, externalAccountId, providerTenantName, minute, day, blockedUntil }];
  });
}
