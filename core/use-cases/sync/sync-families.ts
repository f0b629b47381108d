import type { ResourceType } from '../../domain/resource.ts';
import { resourceTypes } from '../../domain/resource.ts';
import type { SyncScope } from '../../domain/sync-scope.ts';

/**
 * `changes`: page by page, what changed since the last walk; what was deleted or archived comes as a change of status.
 * `whole`: everything in one call (provider: these are few and do not tell what changed since), so that what is no
 * longer listed no longer exists.
 */
export type FamilyWalk = 'changes' | 'whole';

export const familyWalks: Readonly<Record<ResourceType, FamilyWalk>> = {
  organizations: 'whole',
  contacts: 'changes',
  invoices: 'changes',
  quotes: 'changes',
  payments: 'changes',
  purchase_orders: 'changes',
  accounts: 'whole',
  tax_rates: 'whole',
  branding_themes: 'whole',
};

/** In the order in which they are walked: invoices first, because events wait for them. */
export function familiesOf(scope: SyncScope): readonly ResourceType[] {
  const others = resourceTypes.filter((type) => type !== 'invoices');
  return scope === 'invoices' ? ['invoices'] : ['invoices', ...others];
}
