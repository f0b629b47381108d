import { type AuditEntry, parseListQuery } from '#core';
import { presentListingMeta } from '../present/listing-meta.ts';
import { presentTime } from '../present/time.ts';
import { listParameters } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

function presentEntry({ id, at, actor, action, subject, environment, details, requestId }: AuditEntry) {
  return { id, at: presentTime(at), actor, action, subject, environment, details, request_id: requestId };
}

const list = consoleRoute({
  method: 'GET',
  path: '/accounting/audit',
  permission: 'read',
  operationId: 'listAuditEntries',
  query: listParameters,
  handle: async ({ core, member, query }) => {
    const { request } = parseListQuery(query, []);
    const page = await core.console.readAudit(member, request);
    return {
      message: 'Audit log',
      data: { items: page.items.map(presentEntry) },
      meta: presentListingMeta({ ...page, request }),
    };
  },
});

export const auditRoutes: readonly Route[] = [list];
