// Commits are what the engine pays for: what independent operations save at one time is saved in one commit.
import type { Lease } from '../domain/operation.ts';
import type { Settlement, StepSave } from '../ports/operation-stores.ts';
import type { Storage } from '../ports/storage.ts';
import { batched } from './batch.ts';

export type Commits = ReturnType<typeof createCommits>;

/** An operation is once in a group: an attempt may save two steps at a time, and an older attempt may still run. */
export function createCommits({ operations }: Pick<Storage, 'operations'>) {
  const keyOf = ({ lease }: { readonly lease: Lease }) => lease.operationId;
  return {
    saveStep: batched((saves: readonly StepSave[]) => operations.saveSteps(saves), keyOf),
    settle: batched((settlements: readonly Settlement[]) => operations.settleAll(settlements), keyOf),
  };
}
