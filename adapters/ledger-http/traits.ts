import { type LedgerFamilyTraits, type LedgerTraits, type ResourceType, resourceTypes } from '#core/ports';
import { families } from './wire/families.ts';
import { idForms } from './wire/id-forms.ts';

/** Provider: about 40 to 50 ids fit into an address. */
const idsMost = 40;
/** Provider: about 50 elements per call are advised. */
const elementsMost = 50;

/** Source: the provider's pages on limits, idempotency and paging. */
export const traits: LedgerTraits = {
  limits: { perMinute: 60, inFlight: 5, perDay: 5000, appPerMinute: 10_000 },
  keyMemorySeconds: 360,
  // Provider: at most 3.5 MB per request.
  callBytesMost: 3_000_000,
  families: Object.fromEntries(
    resourceTypes.map((type): [ResourceType, LedgerFamilyTraits] => {
      const { writes, finds, byIds } = families[type];
      const creates = writes && !writes.createsBare ? elementsMost : 0;
      // Provider: several updates in a call must merge, which is not known of credit notes; several payments in a call
      // can only be created.
      const together = {
        reads: byIds ? idsMost : 0,
        creates,
        updates: writes?.replaces || ['payments', 'credit_notes'].includes(type) ? 0 : creates,
      };
      const foundBy = Object.keys(finds.keys);
      const updateReplaces = writes?.replaces ?? false;
      return [type, { ...idForms.families[type], updateReplaces, foundBy, together }];
    }),
  ) as Record<ResourceType, LedgerFamilyTraits>,
};
