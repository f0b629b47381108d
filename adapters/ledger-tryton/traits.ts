import type { FamilyTraits, ProviderTraits, ResourceType } from '../../core/ports.ts';
import { createWithinSeconds } from './books.ts';
import { pageSize } from './changes.ts';
import type { Model } from './wire/model.ts';
import { models } from './wire/models.ts';
import { writableFields } from './writes/prepare.ts';

/** Tryton has no limits of its own. These suit a small server that answers one call at a time. */
const limits = { perMinute: 300, inFlight: 4, perDay: 200_000, appPerMinute: null };

/** Tryton creates this many documents in one transaction within some seconds. */
const createsMost = 20;

const acts: Readonly<Partial<Record<ResourceType, FamilyTraits['can']>>> = {
  contacts: ['create', 'update', 'restore', 'native', 'bulk'],
  invoices: ['create', 'update', 'cancel', 'native', 'bulk'],
  quotes: ['create', 'update', 'native', 'bulk'],
  payments: ['create', 'update'],
  purchase_orders: ['create', 'update', 'native', 'bulk'],
  accounts: ['create', 'update', 'restore', 'native'],
};

export const traits: ProviderTraits = {
  title: 'Tryton',
  aliases: [],
  limits,
  // A create ends at most 35 s after it began: 30 s for the call and 5 s of waiting for locked rows. The rest is reserve.
  repeats: { keySeconds: null, marks: { settleSeconds: createWithinSeconds + 45 } },
  comparesAndSets: true,
  polledSeconds: 60,
  // Tryton stamps a record with the time at which its transaction began, but shows the record only after the commit. Imports
  // and scheduled tasks take minutes, so a sync reads the last ten minutes again.
  overlapSeconds: 600,
  rounding: 'half_even',
  noTax: null,
  quoteConversion: 'native',
  callBytesMost: 3_000_000,
  families: Object.fromEntries(
    Object.values(models).map((model): [ResourceType, FamilyTraits] => [model.type, familyTraits(model)]),
  ),
};

function familyTraits({ type, sync, finds }: Model): FamilyTraits {
  const can = acts[type] ?? [];
  return {
    can: ['list', 'read', ...can],
    writableFields: writableFields(type),
    idForm: 'digits',
    sync,
    isNotified: false,
    updateReplaces: false,
    foundBy: Object.keys(finds),
    // One call changes one record, because each change is compared with its own version.
    together: { reads: pageSize, creates: can.includes('bulk') ? createsMost : 0, updates: 0 },
  };
}
