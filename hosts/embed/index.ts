// The package's front door: the core, and a call that makes a service of it.
import type { LedgerportOptions } from './options.ts';
import type { Ledgerport, LedgerportOffline } from './start.ts';

export * from '#core';
export type { LedgerportOptions } from './options.ts';
export type { Ledgerport, LedgerportOffline } from './start.ts';

/**
 * Makes a service to mount and to run. Nothing listens or works yet, except the sandbox of `ledger: 'sandbox'`. Rejects
 * with one Error that names every wrong option, an unreachable database, a wrong schema or clock, or missing keys.
 */
export function createLedgerport(
  options: LedgerportOptions & { readonly ledger: 'sandbox' },
): Promise<LedgerportOffline>;
export function createLedgerport(options: LedgerportOptions): Promise<Ledgerport>;
export async function createLedgerport(options: LedgerportOptions): Promise<Ledgerport> {
  const { startLedgerport } = await import('./start.ts');
  return startLedgerport(options);
}
