// Commits are what the engine pays for: what independent operations have to keep at one time is kept in one commit.
import type { Lease } from '../domain/operation.ts';
import type { Settlement, StepSave, StepSaved } from '../ports/operation-store.ts';
import type { Storage } from '../ports/storage.ts';
import { inGroups } from './in-groups.ts';

export interface GroupCommits {
  /** As `OperationStore.saveSteps` for one; resolves once it is durable. */
  saveStep(save: StepSave): Promise<StepSaved>;
  /** As `OperationStore.settle`; resolves once it is durable. */
  settle(settlement: Settlement): Promise<boolean>;
}

/**
 * Nobody waits for a group to fill: what comes while a commit is under way is kept by the next one. Each entry stands
 * behind its own fence, and none is answered before its commit. When a group fails, its entries are tried one by one,
 * so that one that the database refuses hinders none of the others. An operation is once in a group: an attempt may keep
 * two steps at a time, and an older attempt of its own process may still run.
 */
export function createGroupCommits({ operations }: Pick<Storage, 'operations'>): GroupCommits {
  return {
    saveStep: inGroups((saves: readonly StepSave[]) => operations.saveSteps(saves), operationOf),
    settle: inGroups((settlements: readonly Settlement[]) => operations.settleAll(settlements), operationOf),
  };
}

function operationOf({ lease }: { readonly lease: Lease }): string {
  return lease.operationId;
}
