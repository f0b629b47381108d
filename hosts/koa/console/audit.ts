import { AuditEntryAnswer, parseListQuery } from '#core/schemas';
import { presentListingMeta } from '../present/lists.ts';
import { presenter } from '../present/present.ts';
import { listParameters } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const presentEntry = presenter(AuditEntryAnswer);

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
