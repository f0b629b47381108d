// Loaded only by hosts that need the sandbox, with its PDF library.
import path from 'node:path';
import { createSandboxLedger, type SandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
import type { Config } from './config.ts';
import { ledgerProfile } from './ports.ts';

export type { SandboxLedger, SandboxRequest } from '../../adapters/ledger-sandbox/index.ts';

export function composeSandbox(config: Config, log: (message: string) => void): SandboxLedger {
  return createSandboxLedger({
    dataDir: path.join(config.dataDir, 'sandbox'),
    signatureHeader: ledgerProfile(config).signatureHeader,
    log,
  });
}
