// Puts into a storage what a clause presupposes.
import type { Connection, Plane, Storage } from '#core/ports';
import { sampleConnection, sampleOrganization } from './samples.ts';

export async function arrangePlane(storage: Storage): Promise<Plane> {
  const organization = sampleOrganization();
  await storage.organizations.insert(organization);
  return { organizationId: organization.id, environment: 'test' };
}

/** The other environment of the same organization, and the same environment of another one. */
export async function arrangeStrangers(storage: Storage, plane: Plane): Promise<readonly Plane[]> {
  return [{ ...plane, environment: 'live' }, await arrangePlane(storage)];
}

export async function arrangeConnection(
  storage: Storage,
  plane: Plane,
  given: Partial<Connection> = {},
): Promise<Connection> {
  const connection = sampleConnection(plane, given);
  await storage.connections.insert(connection);
  return connection;
}
