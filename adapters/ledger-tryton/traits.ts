import type { FamilyTraits, ProviderTraits, ResourceType } from '../../core/ports.ts';
import { pageSize } from './changes.ts';
import type { Model } from './wire/model.ts';
import { models } from './wire/models.ts';

/** Tryton has no limits of its own; these are gentle to a small server that does one thing at a time. */
const limits = { perMinute: 300, inFlight: 4, perDay: 200_000, appPerMinute: null };

export const traits: ProviderTraits = {
  title: 'Tryton',
  limits,
  // A call takes at most 30 s, and its locked rows are waited for five seconds more.
  repeats: { keySeconds: null, marks: { settleSeconds: 45 } },
  comparesAndSets: true,
  polledSeconds: 60,
  // Tryton: a stamp is the beginning of a transaction, which shows when it has ended.
  overlapSeconds: 90,
  rounding: 'half_even',
  noTax: null,
  quoteConversion: null,
  callBytesMost: 3_000_000,
  families: Object.fromEntries(
    Object.values(models).map((model): [ResourceType, FamilyTraits] => [model.type, familyTraits(model)]),
  ),
};

function familyTraits({ sync, finds }: Model): FamilyTraits {
  return {
    can: ['list', 'read'],
    writableFields: [],
    idForm: 'digits',
    sync,
    isNotified: false,
    updateReplaces: false,
    foundBy: Object.keys(finds),
    together: { reads: pageSize, creates: 0, updates: 0 },
  };
}
