import { badRequest } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderAnswer } from '../../schemas/answers/connection.ts';
import type { AnswerOf } from '../../schemas/answers/envelope.ts';

/** The providers of this deployment. */
export function providerListings({ providers, settings }: CorePorts): readonly AnswerOf<typeof ProviderAnswer>[] {
  const coming = Object.entries(settings.comingProviders ?? {}).filter(([id]) => !Object.hasOwn(providers, id));
  return [
    ...Object.entries(providers).map(([id, { traits }]) => ({ id, name: traits.title, status: 'available' }) as const),
    ...coming.map(([id, name]) => ({ id, name, status: 'coming_soon' }) as const),
  ];
}

/** Throws BAD_REQUEST for a provider that cannot be connected here. */
export function assertProvider({ providers, settings }: CorePorts, id: string): void {
  if (Object.hasOwn(providers, id)) return;
  const isComing = Object.hasOwn(settings.comingProviders ?? {}, id);
  throw badRequest('provider', isComing ? 'is coming soon' : `must be one of ${Object.keys(providers).join(', ')}`);
}
