import { type Brand, unbranded } from '../../domain/brand.ts';
import { notFound } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** What the pages of an organization's customers show of it. */
export async function brandOf({ storage }: CorePorts, id: OrganizationId): Promise<Brand> {
  const { name, branding } = (await storage.organizations.find(id)) ?? { name: '', branding: unbranded };
  // What an earlier build stored has not every field.
  const { displayName, ...brand } = { ...unbranded, ...branding };
  return { ...brand, name: displayName ?? name };
}

/** The PNG of this digest, in base64. Throws NOT_FOUND. */
export function readLogo({ storage }: CorePorts) {
  return async (digest: string): Promise<string> => {
    const png = await storage.organizations.findLogo(digest);
    if (png === undefined) throw notFound('logo');
    return png;
  };
}
