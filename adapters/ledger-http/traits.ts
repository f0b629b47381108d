import {
  creditTypes,
  type FamilyTraits,
  familyOf,
  filedFamilies,
  isCancellable,
  notedFamilies,
  type ProviderTraits,
  type ResourceType,
  reportNames,
  resourceTypes,
} from '#core/ports';
import { traitsWith } from './capabilities.ts';
import { listedRequests } from './listed-requests.ts';
import { notifiedTypes } from './notification-verifier.ts';
import type { LedgerProfile } from './profile.ts';
import { families } from './wire/families.ts';
import type { Family } from './wire/family.ts';
import { idForms } from './wire/id-forms.ts';

/** Provider: about 40 to 50 ids fit into an address. */
const idsMost = 40;
/** Provider: about 50 elements per call are advised. */
const elementsMost = 50;

/** Provider: only what goes to a customer has a reference; a supplier's number stands where people look for it. */
const droppedOfSuppliers = [{ field: 'external_reference', ofType: 'payable', instead: 'number' }];

/** Source: the provider's pages on limits, idempotency and paging. */
export const traits: ProviderTraits = {
  title: 'Xero',
  aliases: ['xero'],
  limits: { perMinute: 60, inFlight: 5, perDay: 5000, appPerMinute: 10_000 },
  repeats: { keySeconds: 360, marks: null },
  comparesAndSets: false,
  polledSeconds: null,
  // Provider: a list may show a change some minutes after one with a later stamp.
  overlapSeconds: 300,
  rounding: 'half_up',
  noTax: 'NONE',
  quoteConversion: 'copied',
  tellsLockDates: true,
  // Provider: at most 3.5 MB per request.
  callBytesMost: 3_000_000,
  // Provider: its pages for people take 25 MB, its API 10.
  attachments: { bytesMost: 10_000_000, filesMost: 10 },
  reports: reportNames,
  requests: listedRequests,
  families: Object.fromEntries(
    resourceTypes.map((type): [ResourceType, FamilyTraits] => [type, familyTraits(families[type])]),
  ),
};

/** The traits of a deployment. Where a payment may have no notification of its own, it is followed. */
export function traitsOf({
  notifiesPayments,
  capabilities,
}: Pick<LedgerProfile, 'notifiesPayments' | 'capabilities'>): ProviderTraits {
  return traitsWith(notifyingTraits(notifiesPayments), capabilities);
}

function notifyingTraits(notifiesPayments: boolean): ProviderTraits {
  const { payments } = traits.families;
  if (notifiesPayments || !payments) return traits;
  return { ...traits, families: { ...traits.families, payments: { ...payments, isNotified: false } } };
}

function familyTraits({ type, writes, finds, paging, byIds }: Family): FamilyTraits {
  const known = familyOf(type);
  const creates = writes && !writes.createsBare ? elementsMost : 0;
  // Provider: several updates in a call must merge; several payments in a call can only be created.
  const changes = known.writes === 'creates_and_updates';
  const updatesAlone = !changes || writes?.replaces || type === 'payments';
  return {
    can: [
      'list',
      'read',
      ...(known.writes ? (['create', 'native'] as const) : []),
      ...(changes ? (['update'] as const) : []),
      ...(known.deletes ? (['delete'] as const) : []),
      ...(type === 'invoices' ? (['email', 'link'] as const) : []),
      ...(creditTypes.includes(type) ? (['allocate'] as const) : []),
      ...(isCancellable(type) ? (['cancel'] as const) : []),
      ...(type === 'organizations' ? (['link'] as const) : []),
      ...(known.identifier ? (['restore'] as const) : []),
      ...(known.isRendered ? (['pdf'] as const) : []),
      ...(known.bulk ? (['bulk'] as const) : []),
      ...(filedFamilies.includes(type) ? (['attachments'] as const) : []),
      ...(notedFamilies.includes(type) ? (['history'] as const) : []),
    ],
    writableFields: null,
    ...(type === 'invoices' || type === 'credit_notes' ? { dropped: droppedOfSuppliers } : {}),
    ...idForms.families[type],
    sync: paging === 'whole' ? 'whole' : 'changes',
    isNotified: notifiedTypes.has(type),
    updateReplaces: writes?.replaces ?? false,
    replacedParts: Object.keys(writes?.replacedParts ?? {}),
    foundBy: Object.keys(finds.keys),
    together: { reads: byIds ? idsMost : 0, creates, updates: updatesAlone ? 0 : creates },
  };
}
