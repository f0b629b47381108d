import type { StorageOf } from './arrange.ts';
import { recordLeaseClauses } from './clauses/record-lease-clauses.ts';
import type { Contract } from './contract.ts';

export const recordLeaseStoreContract: Contract<StorageOf<'recordLeases'>> = {
  port: 'RecordLeaseStore',
  clauses: recordLeaseClauses,
};
