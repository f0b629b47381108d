import type { AuditEntry } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import type { Listed } from '../domain/page.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { given, instant, type Listing, parseListQuery, type RawQuery } from '../schemas/query.ts';

/** Latest first; filters `actor`, `action`, `subject`, `created_after`, `created_before`. */
export function readAudit({ storage }: CorePorts) {
  return async (
    { organizationId }: Pick<SignedIn, 'organizationId'>,
    query: RawQuery,
  ): Promise<Listing<Listed<AuditEntry>>> => {
    const known = ['actor', 'action', 'subject', 'created_after', 'created_before'] as const;
    const { request, filters } = parseListQuery(query, known);
    const { created_after, created_before, ...same } = filters;
    const filter = given({
      ...same,
      createdAfter: instant('created_after', created_after),
      createdBefore: instant('created_before', created_before),
    });
    return { ...(await storage.audit.list(organizationId, request, filter)), request };
  };
}
