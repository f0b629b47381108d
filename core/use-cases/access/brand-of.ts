import type { Brand } from '../../domain/brand.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** What the pages of an organization's customers show of it. */
export async function brandOf({ storage }: CorePorts, id: OrganizationId): Promise<Brand> {
  const name = (await storage.organizations.find(id))?.name ?? '';
  return { name, colour: null, logo: null, supportUrl: null, privacyUrl: null };
}
