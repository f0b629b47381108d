/** The front door of the sandbox: a stateful stand-in for the ledger provider. */

export type { SeedName } from './books/seed.ts';
export type { Quirks, RateLimits } from './control/quirks.ts';
export type { RegisterAppCommand } from './control/register-app.ts';
export type { SandboxAnswer, SandboxRequest, SandboxResponse } from './http/message.ts';
export { createSandboxLedger, type SandboxLedger, type SandboxLedgerOptions } from './sandbox-ledger.ts';
