import { dayOf } from '../domain/budget.ts';
import type { Environment, Plane } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { idsOf } from '../domain/query-text.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { given, parseListQuery, type RawQuery } from '../schemas/query.ts';
import { budgetsOf } from '../use-cases/connections/read-budgets.ts';
import { callerOf } from './session.ts';

/** A page of all connections, or of those in `connection_ids`; those with the most provider calls today come first. */
export function listBudgets(ports: CorePorts) {
  return async (plane: Plane, query: RawQuery) => {
    const { request, filters } = parseListQuery(query, ['connection_ids']);
    const mostCallsOn = dayOf(ports.clock.now().getTime());
    const filter = given({ mostCallsOn, ids: idsOf('connection_ids', filters.connection_ids, 'conn') });
    const page = await ports.storage.connections.list(plane, filter, request);
    return { ...page, items: await budgetsOf(ports, plane, page.items), request };
  };
}

export function budgetsAs(ports: CorePorts) {
  const list = listBudgets(ports);
  return (signedIn: SignedIn, environment: Environment, query: RawQuery) =>
    list(callerOf(signedIn, environment), query);
}
