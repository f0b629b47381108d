import type { Storage } from '#core/ports';
import { forgetClauses } from './clauses/forget-clauses.ts';
import { retentionBatchClauses } from './clauses/retention-batch-clauses.ts';
import { retentionClauses } from './clauses/retention-clauses.ts';
import type { Contract } from './contract.ts';

export const retentionStoreContract: Contract<Storage> = {
  port: 'RetentionStore',
  clauses: [...retentionClauses, ...retentionBatchClauses, ...forgetClauses],
};
