import type { ApiKeyId, MemberId, OrganizationId, RequestId } from './ids.ts';

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
