import type { Plane } from '../../domain/caller.ts';
import { badRequest } from '../../domain/errors.ts';
import { day, oneOf } from '../../domain/query-text.ts';
import {
  daysAfter,
  daysIn,
  type UsagePeriod,
  usageDay,
  usageDaysDefault,
  usageDaysMax,
  usageGroupings,
} from '../../domain/usage.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { readLate } from '../late-reads/read-late.ts';

/**
 * The organization's connections that count, of both environments, and its limit; and a plane's use by `group_by`, `from` to `to` (UTC days, both included; the last 30 by default, at most 400).
 */
export function readUsage(ports: CorePorts) {
  const { storage, clock } = ports;
  return async (plane: Plane, query: RawQuery) => {
    const { request, filters } = parseListQuery(query, ['from', 'to', 'group_by']);
    const groupBy = oneOf('group_by', filters.group_by, usageGroupings) ?? 'day';
    const period = periodOf(filters, clock.now());
    const { organizationId, environment } = plane;
    const asked = { ...period, groupBy };
    const page = await readLate(ports, plane, ({ usage }) =>
      usage.read({ organizationId, environment }, asked, request),
    );
    const connections = await storage.connections.countCounted(organizationId);
    const connectionLimit = (await storage.organizations.find(organizationId))?.connectionLimit ?? null;
    return { ...page, request, ...period, groupBy, connections, connectionLimit };
  };
}

function periodOf(asked: { from?: string; to?: string }, now: Date): UsagePeriod {
  const to = day('to', asked.to) ?? usageDay(now);
  const from = day('from', asked.from) ?? daysAfter(to, 1 - usageDaysDefault);
  const days = daysIn({ from, to });
  if (days < 1) throw badRequest('from', 'must not be after to');
  if (days > usageDaysMax) throw badRequest('from', `and to may span at most ${usageDaysMax} days`);
  return { from, to };
}
