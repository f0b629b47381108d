/** Where a deployment's ledger provider lives and how it names its headers; nothing else on the wire depends on it. */
export interface LedgerProfile {
  /** Base address of the accounting API, without a trailing slash. */
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly connectionsUrl: string;
  /** Where people work with their books, without a trailing slash. */
  readonly appUrl: string;
  readonly tenantHeader: string;
  readonly signatureHeader: string;
  /** What a consent asks for. */
  readonly scopes: readonly string[];
}

// Provider: the granular scopes; applications registered since March 2026 cannot ask for the broad ones. Settings is
// the writing form because accounts can be created and changed.
const scopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings',
] as const;

/** The sandbox ledger at `sandboxUrl`. */
export function sandboxProfile(sandboxUrl: string): LedgerProfile {
  const base = sandboxUrl.replace(/\/+$/, '');
  return {
    apiUrl: `${base}/api.xro/2.0`,
    authorizeUrl: `${base}/identity/connect/authorize`,
    tokenUrl: `${base}/connect/token`,
    connectionsUrl: `${base}/connections`,
    appUrl: base,
    tenantHeader: 'Ledger-Tenant-Id',
    signatureHeader: 'X-Ledger-Signature',
    scopes,
  };
}

export const xeroProfile: LedgerProfile = {
  apiUrl: 'https://api.xero.com/api.xro/2.0',
  authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
  tokenUrl: 'https://identity.xero.com/connect/token',
  connectionsUrl: 'https://api.xero.com/connections',
  appUrl: 'https://go.xero.com',
  tenantHeader: 'Xero-Tenant-Id',
  signatureHeader: 'X-Xero-Signature',
  scopes,
};
