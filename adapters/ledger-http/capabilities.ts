// What an operator may switch off at this provider: the consent then asks for no scope of it, and the provider's traits lack it.
import type { FamilyTraits, ProviderTraits, RequestTraits, ResourceType } from '#core/ports';

export const ledgerCapabilities = [
  'attachments',
  'credit_notes',
  'items',
  'tracking',
  'history',
  'reports',
  'manual_journals',
  'bank_transfers',
  'repeating_invoices',
  'provider_requests',
  'bank_transactions',
] as const;
export type LedgerCapability = (typeof ledgerCapabilities)[number];

interface Switched {
  /** What a consent asks for beside the scopes of the ten families. */
  readonly scopes: readonly string[];
  /** The families that are gone without it. */
  readonly families?: readonly ResourceType[];
  /** What families can no longer do without it; of every family where `of` names none. */
  readonly acts?: { readonly can: FamilyTraits['can']; readonly of?: readonly ResourceType[] };
  /** A trait of the whole provider that is gone without it. */
  readonly trait?: 'reports' | 'requests';
  /** On only where the operator names it: older apps and consents do not have its scopes, or nobody has it by chance. */
  readonly isAsked?: true;
}

// Provider: each report has a scope of its own; both aged ones have the same.
const scopesByReport: Readonly<Record<string, string>> = {
  ProfitAndLoss: 'accounting.reports.profitandloss.read',
  BalanceSheet: 'accounting.reports.balancesheet.read',
  TrialBalance: 'accounting.reports.trialbalance.read',
  AgedReceivablesByContact: 'accounting.reports.aged.read',
  AgedPayablesByContact: 'accounting.reports.aged.read',
  BankSummary: 'accounting.reports.banksummary.read',
};
const reportScopes = [...new Set(Object.values(scopesByReport))];

const switched: Readonly<Record<LedgerCapability, Switched>> = {
  attachments: { scopes: ['accounting.attachments'], acts: { can: ['attachments'] } },
  // Reading and creating credit notes belongs to the ten families.
  credit_notes: { scopes: [], acts: { can: ['update', 'cancel', 'allocate'], of: ['credit_notes'] } },
  items: { scopes: [], families: ['items'] },
  tracking: { scopes: [], families: ['tracking_categories'] },
  history: { scopes: [], acts: { can: ['history'] } },
  reports: { scopes: reportScopes, trait: 'reports', isAsked: true },
  manual_journals: { scopes: ['accounting.manualjournals'], families: ['manual_journals'], isAsked: true },
  bank_transfers: { scopes: ['accounting.banktransactions'], families: ['bank_transfers'], isAsked: true },
  // Their scope is that of invoices.
  repeating_invoices: { scopes: [], families: ['repeating_invoices'], isAsked: true },
  provider_requests: { scopes: [], trait: 'requests', isAsked: true },
  // Prepayments and overpayments have the scope of payments; a bank transaction makes them.
  bank_transactions: {
    scopes: ['accounting.banktransactions'],
    isAsked: true,
    families: ['bank_transactions', 'prepayments', 'overpayments'],
  },
};

/** What is on at the real provider unless the operator says otherwise. */
export const usualCapabilities: readonly LedgerCapability[] = ledgerCapabilities.filter(
  (one) => !switched[one].isAsked,
);

// Provider: apps registered since March 2026 cannot ask for the broad scopes. Writing accounts needs the settings scope
// without `.read`.
const usualScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings',
] as const;

/** The scopes of a consent. Provider: one that the app may not ask for fails the whole consent, so none is asked for in vain. */
export function scopesFor(on: readonly LedgerCapability[]): readonly string[] {
  return [...usualScopes, ...apartScopes(on)];
}

/** The scopes that are asked for because something is switched on, each once. */
export function apartScopes(on: readonly LedgerCapability[]): readonly string[] {
  const scopes = ledgerCapabilities.filter((one) => on.includes(one)).flatMap((one) => switched[one].scopes);
  return [...new Set(scopes)];
}

/** Provider: until September 2027 older apps have broad scopes, which cover the newer ones. */
export const coveredBy: Readonly<Record<string, readonly string[]>> = {
  'accounting.invoices': ['accounting.transactions'],
  'accounting.payments': ['accounting.transactions'],
  ...Object.fromEntries(reportScopes.map((scope) => [scope, ['accounting.reports.read']])),
  'accounting.manualjournals': ['accounting.transactions'],
  'accounting.banktransactions': ['accounting.transactions'],
};

const scopesByCollection: Readonly<Record<string, string>> = {
  Invoices: 'accounting.invoices',
  CreditNotes: 'accounting.invoices',
  Quotes: 'accounting.invoices',
  PurchaseOrders: 'accounting.invoices',
  Items: 'accounting.invoices',
  Payments: 'accounting.payments',
  Prepayments: 'accounting.payments',
  Overpayments: 'accounting.payments',
  BankTransactions: 'accounting.banktransactions',
  Contacts: 'accounting.contacts',
  ManualJournals: 'accounting.manualjournals',
  BankTransfers: 'accounting.banktransactions',
  RepeatingInvoices: 'accounting.invoices',
  ContactGroups: 'accounting.contacts',
  BatchPayments: 'accounting.payments',
  LinkedTransactions: 'accounting.invoices',
  Budgets: 'accounting.budgets.read',
  Reports: 'accounting.reports.read',
};

/** The scope that a call of this path below the accounting API needs. */
export function scopeOfCall(path: string): string {
  const [, collection = '', name = '', part] = (path.split('?', 1)[0] ?? '').split('/');
  if (collection === 'Reports' && Object.hasOwn(scopesByReport, name)) return scopesByReport[name] ?? '';
  if (part === 'Attachments') return 'accounting.attachments';
  return scopesByCollection[collection] ?? 'accounting.settings';
}

/** The traits without what is switched off. */
export function traitsWith(traits: ProviderTraits, on: readonly LedgerCapability[]): ProviderTraits {
  const off = ledgerCapabilities.filter((one) => !on.includes(one)).map((one) => switched[one]);
  const isGone = (type: string) => off.some(({ families }) => families?.some((one) => one === type));
  const families = Object.entries(traits.families).flatMap(([type, family]): [string, FamilyTraits][] => {
    if (!family || isGone(type)) return [];
    const lost = off.flatMap(({ acts }) => (acts && (acts.of?.some((one) => one === type) ?? true) ? acts.can : []));
    const together = lost.includes('update') ? { ...family.together, updates: 0 } : family.together;
    return [[type, { ...family, together, can: family.can.filter((one) => !lost.includes(one)) }]];
  });
  const gone = off.flatMap(({ trait }) => trait ?? []);
  const { requests } = traits;
  const taken = { ...traits, ...(requests && { requests: requestsWithout(requests, isGone) }) };
  const kept = Object.entries(taken).filter(([name]) => !gone.some((one) => one === name));
  return { ...(Object.fromEntries(kept) as unknown as ProviderTraits), families: Object.fromEntries(families) };
}

/** Without the families that are gone; what is listed by hand stays. */
function requestsWithout({ listed, owned }: RequestTraits, isGone: (type: string) => boolean): RequestTraits {
  return {
    listed: listed.flatMap(({ touches, ...row }) => {
      if (row.family !== undefined && isGone(row.family)) return [];
      return [touches === undefined || isGone(touches.family) ? row : { ...row, touches }];
    }),
    owned: owned.filter(({ family }) => !isGone(family)),
  };
}
