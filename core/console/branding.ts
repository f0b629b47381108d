// How the organization appears on the pages that its customers' people see.
import { type Branding, textOn, unbranded } from '../domain/brand.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { notFound } from '../domain/errors.ts';
import type { Organization } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { changesOf, recordAct } from '../use-cases/access/record-act.ts';
import { actingMembers, actorOf } from './acting.ts';

/** The organization's name, and what it has set. */
export interface NamedBranding extends Branding {
  readonly name: string;
  /** The text on the main button; null without a colour. */
  readonly text: ReturnType<typeof textOn> | null;
}

export function readBranding({ storage }: CorePorts) {
  return async (signedIn: SignedIn): Promise<NamedBranding> => told(await found(storage, signedIn));
}

export type BrandingChange = { readonly [Name in keyof Branding]?: Branding[Name] | undefined };

/** Leaves what is undefined, and removes what is null; `logo` is a picture in base64. Throws FORBIDDEN, BAD_REQUEST `logo`. */
export function changeBranding(ports: CorePorts) {
  return async (signedIn: SignedIn, change: BrandingChange): Promise<NamedBranding> => {
    const logo = typeof change.logo === 'string' ? stored(ports, change.logo) : null;
    const named = Object.entries({ ...change, ...(logo && { logo: logo.digest }) });
    const changed = Object.fromEntries(named.filter(([, value]) => value !== undefined));
    return ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'members');
      const before = await found(stores, signedIn);
      const branding = { ...before.branding, ...changed };
      const changes = changesOf(fieldsOf(before.branding), fieldsOf(branding));
      if (changes === null) return told(before);
      if (change.logo !== undefined) await stores.organizations.putLogo(before.id, logo);
      await stores.organizations.setBranding(before.id, branding);
      const act = { action: 'organization.changed', subject: before.id, details: {}, changes };
      await recordAct(stores, ports, actorOf(signedIn), act);
      return told({ ...before, branding });
    });
  };
}

function stored({ smallPng, digester }: CorePorts, picture: string) {
  const png = smallPng(picture);
  return { png, digest: digester.sha256(png) };
}

async function found({ organizations }: Pick<Stores, 'organizations'>, { organizationId }: SignedIn) {
  const organization = await organizations.find(organizationId);
  if (!organization) throw notFound('organization');
  return organization;
}

const told = ({ name, branding }: Organization): NamedBranding => ({
  ...unbranded,
  ...branding,
  name,
  text: branding.colour === null ? null : textOn(branding.colour),
});

const fieldsOf = ({ displayName, colour, logo, supportUrl, privacyUrl, hidePoweredBy = false }: Branding) => ({
  display_name: displayName,
  colour,
  logo,
  support_url: supportUrl,
  privacy_url: privacyUrl,
  hide_powered_by: hidePoweredBy,
});
