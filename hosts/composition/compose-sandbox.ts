// On its own, because the other hosts need neither the sandbox nor its PDF maker.
import path from 'node:path';
import { createSandboxLedger, type SandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
import type { Config } from './config.ts';
import { ledgerProfile } from './ports.ts';

export type { SandboxLedger, SandboxRequest } from '../../adapters/ledger-sandbox/index.ts';

/** The sandbox ledger of this configuration; its books are in the data folder and survive restarts. */
export function composeSandbox(config: Config, log: (message: string) => void): SandboxLedger {
  return createSandboxLedger({
    dataDir: path.join(config.dataDir, 'sandbox'),
    signatureHeader: ledgerProfile(config).signatureHeader,
    log,
  });
}
