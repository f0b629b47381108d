import type { LedgerClient } from './ledger-authorization.ts';

/** The deployment's own provider app, for trials; undefined when the deployment has none. */
export interface HostedApp extends LedgerClient {
  readonly webhookKey: string;
}
