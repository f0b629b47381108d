import type { FamilyTraits, ProviderTraits, ResourceType } from '../../core/ports.ts';
import { createWithinSeconds } from './books.ts';
import { pageSize } from './changes.ts';
import type { Model } from './wire/model.ts';
import { models } from './wire/models.ts';
import { writableFields } from './writes/prepare.ts';

/** Tryton has no limits of its own; these are gentle to a small server that does one thing at a time. */
const limits = { perMinute: 300, inFlight: 4, perDay: 200_000, appPerMinute: null };

/** A transaction of so many documents takes some seconds. */
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
  // What makes a record takes at most 30 s, after locked rows were waited for five seconds, and so much in hand.
  repeats: { keySeconds: null, marks: { settleSeconds: createWithinSeconds + 45 } },
  comparesAndSets: true,
  polledSeconds: 60,
  // Tryton: a stamp is the beginning of a transaction, which shows when it has ended. Imports and scheduled tasks take minutes.
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
    // Changes are made one by one, each compared with its own version.
    together: { reads: pageSize, creates: can.includes('bulk') ? createsMost : 0, updates: 0 },
  };
}
