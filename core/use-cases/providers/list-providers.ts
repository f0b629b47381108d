import { badRequest } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ListedProvider } from '../../ports/provider.ts';
import type { ProviderAnswer } from '../../schemas/answers/connection.ts';
import type { AnswerOf } from '../../schemas/answers/envelope.ts';

type Listing = AnswerOf<typeof ProviderAnswer>;

/** The providers of this deployment. */
export function providerListings({ providers, settings }: CorePorts): readonly Listing[] {
  const coming = Object.entries(settings.comingProviders ?? {}).filter(([id]) => !Object.hasOwn(providers, id));
  return [
    ...Object.entries(providers).map(([id, provider]) => listingOf(id, provider, 'available')),
    ...coming.map(([id, provider]) => listingOf(id, provider, 'coming_soon')),
  ];
}

function listingOf(id: string, { traits, connect }: ListedProvider, status: Listing['status']): Listing {
  const notifications = traits.polledSeconds === null ? 'pushed' : 'polled';
  return { id, name: traits.title, status, connect: connect.kind, notifications };
}

/** Throws BAD_REQUEST for a provider that cannot be connected here. */
export function assertProvider({ providers, settings }: CorePorts, id: string): void {
  if (Object.hasOwn(providers, id)) return;
  const isComing = Object.hasOwn(settings.comingProviders ?? {}, id);
  throw badRequest('provider', isComing ? 'is coming soon' : `must be one of ${Object.keys(providers).join(', ')}`);
}
