import {
  adjustedProfile,
  createLedgerAuthorization,
  createLedgerGateway,
  createNotificationVerifier,
  type LedgerProfile,
  sandboxProfile,
  xeroProfile,
} from '../../adapters/ledger-http/index.ts';
import { createLocalRequestBudget } from '../../adapters/request-budget/index.ts';
import type { Config } from './config.ts';
import { bind, type DependencyContainer } from './container.ts';
import { tokens } from './tokens.ts';

/** Which addresses and header names the ledger has in this deployment. */
export function ledgerProfile({ ledger, sandboxPort }: Config): LedgerProfile {
  const base = ledger.profile === 'xero' ? xeroProfile : sandboxProfile(`http://localhost:${sandboxPort}`);
  const { profile: _, ...given } = ledger;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return adjustedProfile(base, changes);
}

export function bindLedger(into: DependencyContainer, config: Config): void {
  const profile = ledgerProfile(config);
  bind(into, tokens.gateway, (from) => createLedgerGateway({ profile, clock: from.resolve(tokens.clock) }));
  bind(into, tokens.authorization, (from) => createLedgerAuthorization({ profile, clock: from.resolve(tokens.clock) }));
  bind(into, tokens.verifier, () => createNotificationVerifier());
  bind(into, tokens.budget, (from) => createLocalRequestBudget({ clock: from.resolve(tokens.clock) }));
}
