import type { Environment } from './caller.ts';
import type { AuditId, OrganizationId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';

/** One administrative act or replay: who, when, what, from which request. Never changed. */
export interface AuditEntry {
  readonly id: AuditId;
  readonly organizationId: OrganizationId;
  readonly environment: Environment | null;
  /** An API key's or member's id, `operator` for the admin commands, or `system`. */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: JsonObject;
  readonly requestId: RequestId;
  readonly at: Date;
}
