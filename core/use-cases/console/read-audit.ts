import type { AuditEntry } from '../../domain/audit.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import { assertAllowed } from '../../domain/permission.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** Every administrative act and replay of the organization, newest first. */
export function readAudit({ storage }: Pick<CorePorts, 'storage'>) {
  return (signedIn: SignedIn, page: PageRequest): Promise<Page<AuditEntry>> => {
    assertAllowed(signedIn.role, 'read');
    return storage.audit.list(signedIn.organizationId, page);
  };
}
