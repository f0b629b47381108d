import { type LedgerCapability, ledgerCapabilities, usualCapabilities } from './capabilities.ts';

export interface LedgerProfile {
  /** URLs have no trailing slash. */
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly connectionsUrl: string;
  readonly appUrl: string;
  readonly tenantHeader: string;
  readonly signatureHeader: string;
  /** What is switched on. */
  readonly capabilities: readonly LedgerCapability[];
  /** Whether payments have notifications of their own; else only the invoice tells of them. */
  readonly notifiesPayments: boolean;
}

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
    capabilities: ledgerCapabilities,
    notifiesPayments: true,
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
  capabilities: usualCapabilities,
  notifiesPayments: false,
};
