// What connections have used of the provider's budget, and what it was used for.
import { type BudgetUse, budgetOf } from '../../domain/budget.ts';
import type { Caller, Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { Follow } from '../../domain/follow.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { providerOf } from '../providers/provider-of.ts';
import { followShown } from './follow-connection.ts';
import { requireConnection } from './read-connections.ts';

/** The use of the budget, beside the connection's limits and what walks cost of it. */
export interface ConnectionBudget extends BudgetUse {
  readonly minute: BudgetUse['minute'] & { readonly limit: number };
  readonly day: BudgetUse['day'] & { readonly limit: number };
  readonly follow: Follow;
}

/** For a connection in any status. Throws NOT_FOUND, also for another organization's; CONFLICT `provider_unavailable_here`. */
export function readBudget(ports: CorePorts) {
  return async (caller: Caller, id: string): Promise<ConnectionBudget> => {
    const connection = await requireConnection(ports, caller, id);
    providerOf(ports, connection);
    const [found] = await budgetsOf(ports, caller, [connection]);
    if (!found) throw new Error('a connection lost its budget');
    return found;
  };
}

type Spending = Pick<Connection, 'id' | 'provider' | 'providerAppId' | 'followSetting' | 'retentionMode'>;

/** The budgets of at most 200 connections of a plane whose providers are here, each with its connection. */
export async function budgetsOf<T extends Spending>(
  ports: CorePorts,
  plane: Plane,
  connections: readonly T[],
): Promise<readonly (ConnectionBudget & { readonly connection: T })[]> {
  const { storage, providers, budget } = ports;
  const [uses, apps] = await Promise.all([
    budget.use(connections.map(({ id }) => id)),
    storage.providerApps.list(plane),
  ]);
  const useOf = new Map(uses.map((use) => [use.connectionId, use]));
  return connections.flatMap((connection) => {
    const use = useOf.get(connection.id);
    const provider = providers[connection.provider];
    if (!use || !provider) return [];
    const app = apps.find(({ id }) => id === connection.providerAppId);
    const { perMinute, perDay } = budgetOf(provider.traits.limits, app?.dailyCallLimit ?? null);
    const limits = { minute: { ...use.minute, limit: perMinute }, day: { ...use.day, limit: perDay } };
    return [{ ...use, ...limits, follow: followShown(ports, connection), connection }];
  });
}
