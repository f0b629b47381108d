import type { Storage } from '#core/ports';
import { overviewClauses } from './clauses/overview-clauses.ts';
import { pageReadClauses } from './clauses/page-read-clauses.ts';
import { providerAppClauses } from './clauses/provider-app-clauses.ts';
import type { Contract } from './contract.ts';

/** What the console's pages are made of beside the lists. */
export const overviewStoreContract: Contract<Storage> = {
  port: 'OverviewStore, and what the console asks of other stores',
  clauses: [...overviewClauses, ...pageReadClauses, ...providerAppClauses],
};
