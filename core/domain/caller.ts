import type { ApiKeyId, AuditId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Environment, Plane } from './plane.ts';

export { type Environment, environments, type Plane } from './plane.ts';

/** Who asks: an API key, or a member who is signed in to the console. */
export interface Caller extends Plane {
  readonly actor: ApiKeyId | MemberId;
  readonly requestId: RequestId;
}

/**
 * Owns the work that belongs to no customer. The id has not the form that ids are made in and no organization has it, so
 * no key can be issued for it and no list of a customer shows what is in it.
 */
export const systemPlane: Plane = { organizationId: 'org_system' as OrganizationId, environment: 'live' };

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
