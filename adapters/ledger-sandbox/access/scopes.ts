/** Which scopes exist and which a call needs. */
import type { ScopeArea } from '../http/call.ts';

const plain = ['openid', 'profile', 'email', 'offline_access', 'app.connections', 'paymentservices'];

/** Provider: each report has a scope of its own, which an older one covers; there is none to write. */
function reports<const T extends string>(...names: readonly T[]): Record<`reports.${T}`, readonly string[]> {
  const known = names.map((name) => [`reports.${name}`, [`accounting.reports.${name}`, 'accounting.reports']]);
  return Object.fromEntries(known) as Record<`reports.${T}`, readonly string[]>;
}

const areas: Record<ScopeArea, readonly string[]> = {
  invoices: ['accounting.invoices', 'accounting.transactions'],
  payments: ['accounting.payments', 'accounting.transactions'],
  contacts: ['accounting.contacts'],
  settings: ['accounting.settings'],
  // Provider: the pages name one or the other.
  items: ['accounting.invoices', 'accounting.transactions', 'accounting.settings'],
  attachments: ['accounting.attachments'],
  ...reports('profitandloss', 'balancesheet', 'trialbalance', 'aged', 'banksummary'),
  manualjournals: ['accounting.manualjournals', 'accounting.transactions'],
  banktransactions: ['accounting.banktransactions', 'accounting.transactions'],
};

export const splitScopes = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/\s+/).filter((scope) => scope !== '');

export const isKnownScope = (scope: string): boolean =>
  plain.includes(scope) || /^accounting(\.[a-z]+){1,3}$/.test(scope);

/** The write scope also reads. */
export function mayCall(scopes: readonly string[], area: ScopeArea, method: string): boolean {
  return areas[area].some((scope) => scopes.includes(scope) || (method === 'GET' && scopes.includes(`${scope}.read`)));
}
