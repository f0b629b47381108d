import { dayOf } from '../domain/budget.ts';
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { given, parseListQuery, type RawQuery } from '../schemas/query.ts';
import { budgetsOf } from '../use-cases/connections/read-budgets.ts';
import { callerOf } from './session.ts';

const idsMost = 100;

/** A page of all connections, or of those in `connection_ids`; those with the most provider calls today come first. */
export function listBudgets(ports: CorePorts) {
  return async (signedIn: SignedIn, environment: Environment, query: RawQuery) => {
    const { request, filters } = parseListQuery(query, ['connection_ids']);
    const ids = filters.connection_ids?.split(',');
    if (ids && ids.length > idsMost) throw badRequest('connection_ids', `must be at most ${idsMost} ids`);
    const plane = callerOf(signedIn, environment);
    const mostCallsOn = dayOf(ports.clock.now().getTime());
    const filter = given({ mostCallsOn, ids: ids?.filter((id) => isId('conn', id)) });
    const page = await ports.storage.connections.list(plane, filter, request);
    return { ...page, items: await budgetsOf(ports, plane, page.items), request };
  };
}
