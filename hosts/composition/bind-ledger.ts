import type { BudgetStore } from '#core';
import { createCallJournal, createUsageMeter } from '../../adapters/call-journal/index.ts';
import {
  adjustedProfile,
  createLedgerAuthorization,
  createLedgerGateway,
  createNotificationVerifier,
  type LedgerProfile,
  sandboxProfile,
  xeroProfile,
} from '../../adapters/ledger-http/index.ts';
import { createRequestBudget } from '../../adapters/request-budget/index.ts';
import type { Config } from './config.ts';
import { bind, type DependencyContainer } from './container.ts';
import type { Shutdown } from './shutdown.ts';
import { tokens } from './tokens.ts';

/** Which addresses and header names the ledger has in this deployment. */
export function ledgerProfile({ ledger, sandboxPort }: Config): LedgerProfile {
  const base = ledger.profile === 'xero' ? xeroProfile : sandboxProfile(`http://localhost:${sandboxPort}`);
  const { profile: _, ...given } = ledger;
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return adjustedProfile(base, changes);
}

export interface LedgerParts {
  readonly budgets: BudgetStore;
  readonly shutdown: Shutdown;
}

export function bindLedger(into: DependencyContainer, config: Config, { budgets, shutdown }: LedgerParts): void {
  const profile = ledgerProfile(config);
  bind(into, tokens.gateway, (from) => createLedgerGateway({ profile, clock: from.resolve(tokens.clock) }));
  bind(into, tokens.authorization, (from) => createLedgerAuthorization({ profile, clock: from.resolve(tokens.clock) }));
  bind(into, tokens.verifier, () => createNotificationVerifier());
  bind(into, tokens.budget, (from) => {
    const [clock, log] = [from.resolve(tokens.clock), from.resolve(tokens.log)];
    const budget = createRequestBudget({ clock, log, store: budgets });
    shutdown.add('the request budget', () => budget.close());
    return budget;
  });
  bind(into, tokens.journal, (from) => {
    const journal = createCallJournal({
      store: from.resolve(tokens.storage).providerCalls,
      log: from.resolve(tokens.log),
    });
    shutdown.add('the call journal', () => journal.close());
    return journal;
  });
  bind(into, tokens.meter, (from) => {
    const ids = from.resolve(tokens.ids);
    const meter = createUsageMeter({
      store: from.resolve(tokens.storage).usage,
      log: from.resolve(tokens.log),
      nextId: () => ids.next('req'),
    });
    shutdown.add('the usage meter', () => meter.close());
    return meter;
  });
}
