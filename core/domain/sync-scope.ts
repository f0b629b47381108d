import { type ResourceType, resourceTypes } from './resource.ts';

/** Which families a sync reads. */
export const syncScopes = ['invoices', 'all'] as const;
export type SyncScope = (typeof syncScopes)[number];

/** The families that a sync reads, in their order: invoices first, because events wait for them. */
export function familiesOf(scope: SyncScope): readonly ResourceType[] {
  const others = resourceTypes.filter((type) => type !== 'invoices');
  return scope === 'invoices' ? ['invoices'] : ['invoices', ...others];
}
