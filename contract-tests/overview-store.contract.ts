import type { Parents, StorageOf } from './arrange.ts';
import { overviewClauses } from './clauses/overview-clauses.ts';
import type { Contract } from './contract.ts';

/** It counts what these stores keep. */
export const overviewStoreContract: Contract<
  StorageOf<'overview' | 'operations' | 'deliveries' | 'connections' | 'retention'> & Parents<'organizations'>
> = { port: 'OverviewStore', clauses: overviewClauses };
