import path from 'node:path';
import { createSandboxLedger, type SandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
import { ledgerProfile } from './bind-ledger.ts';
import type { Config } from './config.ts';

export type { SandboxLedger, SandboxRequest } from '../../adapters/ledger-sandbox/index.ts';

/** The sandbox ledger of this configuration; its books are kept in the data folder and survive restarts. */
export function composeSandbox(config: Config, log: (message: string) => void): SandboxLedger {
  return createSandboxLedger({
    dataDir: path.join(config.dataDir, 'sandbox'),
    signatureHeader: ledgerProfile(config).signatureHeader,
    log,
  });
}
