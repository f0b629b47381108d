import type { Clock } from '#core';
import { createMemoryBudgetStore } from './memory-budget-store.ts';
import { createSharedRequestBudget, type SharedRequestBudget } from './shared-request-budget.ts';

/** The budget of a deployment of one process: nothing is kept, and nothing is known of other processes' calls. */
export function createLocalRequestBudget({ clock }: { readonly clock: Pick<Clock, 'now'> }): SharedRequestBudget {
  return createSharedRequestBudget({ clock, store: createMemoryBudgetStore(), processId: 'this' });
}
