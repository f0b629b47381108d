// The package's front door: the core, and one call that puts a service around it and loads what the options need.
import type { LedgerportOptions } from './options.ts';
import type { Ledgerport, LedgerportOffline } from './start.ts';

export * from '#core';
export type { LedgerportOptions } from './options.ts';
export type { Ledgerport, LedgerportOffline } from './start.ts';

/**
 * Opens the database, makes every port and the core, and gives what a program mounts and runs. Nothing listens and no
 * work is done before `handler` is mounted and `worker` started; with `ledger: 'sandbox'` the sandbox listens.
 *
 * Rejects with one Error that names every option that is wrong, with one that says what to do when the database does not
 * answer, has another schema or another clock, and when stored secrets need encryption keys that were not given.
 */
export function createLedgerport(
  options: LedgerportOptions & { readonly ledger: 'sandbox' },
): Promise<LedgerportOffline>;
export function createLedgerport(options: LedgerportOptions): Promise<Ledgerport>;
export async function createLedgerport(options: LedgerportOptions): Promise<Ledgerport> {
  const { startLedgerport } = await import('./start.ts');
  return startLedgerport(options);
}
