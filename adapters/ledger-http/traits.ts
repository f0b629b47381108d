import { type LedgerFamilyTraits, type LedgerTraits, type ResourceType, resourceTypes } from '#core/ports';
import { families } from './wire/families.ts';

/** Provider: the page size of searches and of families that accept no size. */
export const fixedPageSize = 100;
export const largestPageSize = 1000;

/** Source: the provider's pages on limits, idempotency and paging. */
export const traits: LedgerTraits = {
  limits: { perMinute: 60, inFlight: 5, perDay: 5000, appPerMinute: 10_000 },
  keyMemorySeconds: 360,
  findPageSize: fixedPageSize,
  families: Object.fromEntries(
    resourceTypes.map((type): [ResourceType, LedgerFamilyTraits] => {
      const { writes, finds, paging } = families[type];
      const isFixed = paging === 'hundreds';
      const listWindow = { size: isFixed ? fixedPageSize : largestPageSize, isFixed };
      return [type, { updateReplaces: writes?.replaces ?? false, foundBy: Object.keys(finds.keys), listWindow }];
    }),
  ) as Record<ResourceType, LedgerFamilyTraits>,
};
