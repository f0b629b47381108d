import type { AuditEntry, Environment } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { assertAllowed } from '../../domain/organization.ts';
import type { Page, PageRequest } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { recordAct } from '../record-act.ts';
import { actorOf } from './acting.ts';

/**
 * A change that a member made through the API's routes, where the act leaves no entry of its own: who, what, to what.
 * `path` is the request's, which holds ids and nothing else.
 */
export function noteCall(ports: Pick<CorePorts, 'storage' | 'ids' | 'clock'>) {
  return (
    signedIn: SignedIn,
    {
      environment,
      subject,
      method,
      path,
    }: Readonly<Record<'subject' | 'method' | 'path', string>> & {
      readonly environment: Environment;
    },
  ): Promise<void> => {
    const act = { action: 'console.write', subject, details: { method, path } };
    return recordAct(ports.storage, ports, actorOf(signedIn, environment), act);
  };
}

/** Every administrative act and replay of the organization, newest first. */
export function readAudit({ storage }: Pick<CorePorts, 'storage'>) {
  return (signedIn: SignedIn, page: PageRequest): Promise<Page<AuditEntry>> => {
    assertAllowed(signedIn.role, 'read');
    return storage.audit.list(signedIn.organizationId, page);
  };
}
