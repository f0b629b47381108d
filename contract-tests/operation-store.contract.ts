import type { StorageOf } from './arrange.ts';
import { coalescingClauses } from './clauses/coalescing-clauses.ts';
import { largeOperationClauses } from './clauses/large-list-clauses.ts';
import { operationBatchClauses } from './clauses/operation-batch-clauses.ts';
import { operationClaimClauses } from './clauses/operation-claim-clauses.ts';
import { operationDepthClauses } from './clauses/operation-depth-clauses.ts';
import { operationFairnessClauses } from './clauses/operation-fairness-clauses.ts';
import { operationGroupClauses } from './clauses/operation-group-clauses.ts';
import { operationLeaseClauses } from './clauses/operation-lease-clauses.ts';
import { operationListClauses, operationTotalClauses } from './clauses/operation-list-clauses.ts';
import { operationOnceClauses } from './clauses/operation-once-clauses.ts';
import { operationTypeClauses } from './clauses/operation-type-clauses.ts';
import { operationUpdateClauses } from './clauses/operation-update-clauses.ts';
import { stepWriteClauses } from './clauses/step-write-clauses.ts';
import type { Contract } from './contract.ts';

export const operationStoreContract: Contract<StorageOf<'operations'>> = {
  port: 'OperationStore',
  clauses: [
    ...operationClaimClauses,
    ...operationFairnessClauses,
    ...operationGroupClauses,
    ...operationTypeClauses,
    ...operationLeaseClauses,
    ...operationBatchClauses,
    ...stepWriteClauses,
    ...operationUpdateClauses,
    ...operationOnceClauses,
    ...operationDepthClauses,
    ...coalescingClauses,
    // Last, because they write most: a broken store is mostly found without them.
    ...largeOperationClauses,
    ...operationListClauses,
    ...operationTotalClauses,
  ],
};
