import type { Plane } from '#core';

/** The columns that keep a row within its organization and environment. */
export interface PlaneColumns {
  readonly organization_id: Plane['organizationId'];
  readonly environment: Plane['environment'];
}

export function planeColumns({ organizationId, environment }: Plane): PlaneColumns {
  return { organization_id: organizationId, environment };
}
