import type { AuditEntry } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { auditFilters } from '../domain/list-filter.ts';
import type { Listed } from '../domain/page.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../schemas/query.ts';
import { readLate } from '../use-cases/late-reads/read-late.ts';

/** Latest first. */
export function readAudit(ports: CorePorts) {
  return async (
    { organizationId }: Pick<SignedIn, 'organizationId'>,
    query: RawQuery,
  ): Promise<Listing<Listed<AuditEntry>>> => {
    const { request, filter } = readList(query, auditFilters);
    const page = await readLate(ports, { organizationId }, ({ audit }) => audit.list(organizationId, request, filter));
    return { ...page, request };
  };
}
