// Commits are what the engine pays for: what independent operations save at one time is saved in one commit.
import type { Lease } from '../domain/operation.ts';
import type { Settlement, StepSave, StepSaved } from '../ports/operation-stores.ts';
import type { Storage, Stores } from '../ports/storage.ts';
import { batched } from './batch.ts';

/** One row. Operations that settle together have the rows of one `store` stored by one call. */
export interface Addition<Row = unknown> {
  readonly row: Row;
  /** Runs in the transaction that settles the operations, once their leases are known to hold; again when that one fails. */
  store(stores: Stores, rows: readonly Row[]): Promise<void>;
}

export interface SettlementWith extends Settlement {
  readonly also?: Addition | undefined;
}

export interface Commits {
  /** As `OperationStore.saveSteps` for one; resolves once it is durable. */
  saveStep(save: StepSave): Promise<StepSaved>;
  /** As `OperationStore.settleAll` for one; resolves once it is durable. */
  settle(settlement: SettlementWith): Promise<boolean>;
}

/** An operation is once in a group: an attempt may save two steps at a time, and an older attempt may still run. */
export function createCommits(storage: Storage): Commits {
  const rules = { keyOf: ({ lease }: { readonly lease: Lease }) => lease.operationId };
  return {
    saveStep: batched((saves: readonly StepSave[]) => storage.operations.saveSteps(saves), rules),
    settle: batched((settlements: readonly SettlementWith[]) => settleTogether(storage, settlements), rules),
  };
}

/** A transaction costs PostgreSQL three messages more than the statement alone. */
function settleTogether(storage: Storage, settlements: readonly SettlementWith[]): Promise<readonly boolean[]> {
  if (settlements.every(({ also }) => also === undefined)) return storage.operations.settleAll(settlements);
  return storage.transaction(async (stores) => {
    const settled = await stores.operations.settleAll(settlements);
    const additions = settlements.flatMap(({ also }, i) => (settled[i] && also ? [also] : []));
    for (const [store, group] of Map.groupBy(additions, (addition) => addition.store)) {
      await store(
        stores,
        group.map(({ row }) => row),
      );
    }
    return settled;
  });
}
