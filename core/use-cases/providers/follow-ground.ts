import { type FollowGround, polledFollowMinutes } from '../../domain/follow.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';

/** What can be followed at a connection's provider, and how often it usually is; nothing where the provider is not here. */
export function followGround(
  { providers, settings }: Pick<CorePorts, 'providers' | 'settings'>,
  { provider }: { readonly provider: string },
): FollowGround {
  const traits = Object.hasOwn(providers, provider) ? providers[provider]?.traits : undefined;
  if (!traits) return { followable: [], usualMinutes: 0 };
  const isPolled = traits.polledSeconds !== null;
  const usualMinutes = isPolled ? Math.min(settings.followMinutes, polledFollowMinutes) : settings.followMinutes;
  return {
    followable: listedFamilies(traits)
      .filter((type) => type !== 'invoices' && !traits.families[type]?.isNotified)
      .map((type) => ({ type, isWhole: traits.families[type]?.sync === 'whole' })),
    usualMinutes,
  };
}

/** The families that a sync can read. */
export function listedFamilies({ families }: Pick<ProviderTraits, 'families'>): readonly ResourceType[] {
  return resourceTypes.filter((type) => families[type]?.can.includes('list'));
}

/**
 * Families, beside invoices, of whose changes the provider notifies. A notification may be lost, so a reconciliation reads
 * them too.
 */
export function notifiedFamilies({ families }: Pick<ProviderTraits, 'families'>): readonly ResourceType[] {
  return listedFamilies({ families }).filter((type) => type !== 'invoices' && families[type]?.isNotified);
}
