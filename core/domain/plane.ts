import type { OrganizationId } from './ids.ts';

export const environments = ['test', 'live'] as const;
export type Environment = (typeof environments)[number];

export interface Plane {
  readonly organizationId: OrganizationId;
  readonly environment: Environment;
}
