import type { Storage } from '#core/ports';
import { providerCallClauses } from './clauses/provider-call-clauses.ts';
import { timelineClauses } from './clauses/timeline-clauses.ts';
import type { Contract } from './contract.ts';

/** What timelines are made of. */
export const timelineStoresContract: Contract<Storage> = {
  port: 'ProviderCallStore, and what timelines ask of other stores',
  clauses: [...providerCallClauses, ...timelineClauses],
};
