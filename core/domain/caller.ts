import type { KeyRights } from './api-key.ts';
import type { ApiKeyId, AuditId, MemberId, OrganizationId, PortalSessionId, RequestId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Environment, Plane } from './plane.ts';

export { type Environment, environments, type Plane } from './plane.ts';

const operator = 'operator';

/** Whoever runs the admin commands, beside whatever plane the act is in. */
export const operatorOf = (requestId: RequestId) => ({ actor: operator, requestId }) as const;

/** An API key, a member signed in to the console, a connection's customer on "Your connection", or an operator. */
export interface Caller extends Plane {
  readonly actor: ApiKeyId | MemberId | PortalSessionId | typeof operator;
  readonly requestId: RequestId;
  /** Absent for a member, whose role decides, and for a customer. */
  readonly rights?: KeyRights;
  /** The key's or the customer's name, or the member's e-mail address. */
  readonly name?: string;
  /** The program that calls with an agent's key, by its own account: nobody has verified it. */
  readonly program?: { readonly name: string; readonly version: string | null };
  /** Called before each call to the provider that the answer needs. */
  readonly countCall?: () => void;
}

/**
 * Owns the work that belongs to no customer. Its id does not have the form of ids, so no customer's organization, key
 * or list can have it.
 */
export const systemPlane: Plane = { organizationId: 'org_system' as OrganizationId, environment: 'live' };

/** An administrative act or replay; never changed. */
export interface AuditEntry {
  readonly id: AuditId;
  readonly organizationId: OrganizationId;
  readonly environment: Environment | null;
  /** An API key's or member's id, `operator` for the admin commands, or `system`. */
  readonly actor: string;
  /** The key's name or the member's e-mail address, as it was then. */
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: JsonObject;
  /** The changed fields; null before what was made and after what was removed, never a secret. */
  readonly changes: { readonly before: JsonObject | null; readonly after: JsonObject | null } | null;
  readonly requestId: RequestId;
  readonly at: Date;
}
