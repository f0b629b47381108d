import type { ApiKeyId, AuditId, MemberId, OrganizationId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';

export const environments = ['test', 'live'] as const;
/** Separate data planes inside one organization. */
export type Environment = (typeof environments)[number];

/** The data plane that a caller, a connection or an operation belongs to. */
export interface Plane {
  readonly organizationId: OrganizationId;
  readonly environment: Environment;
}

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
