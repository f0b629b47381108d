// Commits are what the engine pays for: what independent operations have to keep at one time is kept in one commit.
import type { OperationId } from '../domain/ids.ts';
import type { Lease } from '../domain/operation.ts';
import type { Settlement, StepSave, StepSaved } from '../ports/operation-store.ts';
import type { Storage, Stores } from '../ports/storage.ts';

/** A settlement and what is kept with it when its lease still holds. */
export interface SettlementWith extends Settlement {
  readonly also?: ((stores: Stores) => Promise<void>) | undefined;
}

export interface GroupCommits {
  /** As `OperationStore.saveSteps` for one; resolves once it is durable. */
  saveStep(save: StepSave): Promise<StepSaved>;
  /** As `OperationStore.settle`; resolves once it is durable. */
  settle(settlement: SettlementWith): Promise<boolean>;
}

/**
 * Nobody waits for a group to fill: what comes while a commit is under way is kept by the next one. Each entry stands
 * behind its own fence, and none is answered before its commit. When a group fails, its entries are tried one by one,
 * so that one that the database refuses hinders none of the others.
 */
export function createGroupCommits({
  operations,
  transaction,
}: Pick<Storage, 'operations' | 'transaction'>): GroupCommits {
  return {
    saveStep: grouped((saves: readonly StepSave[]) => operations.saveSteps(saves)),
    settle: grouped((settlements: readonly SettlementWith[]) => {
      if (!settlements.some(({ also }) => also)) return operations.settleAll(settlements);
      return transaction((stores) => settleWith(stores, settlements));
    }),
  };
}

async function settleWith(stores: Stores, settlements: readonly SettlementWith[]): Promise<readonly boolean[]> {
  const settled = await stores.operations.settleAll(settlements);
  for (const [i, { also }] of settlements.entries()) if (settled[i]) await also?.(stores);
  return settled;
}

interface Entry<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

const groupMax = 100;
/** Entries that are on their way when the first one comes, a few promises apart, are in its group. */
const gatherTurns = 8;

function grouped<T extends { readonly lease: Lease }, R>(
  commit: (values: readonly T[]) => Promise<readonly R[]>,
): (value: T) => Promise<R> {
  const waiting: Entry<T, R>[] = [];
  let committing = false;

  const commitAll = async (): Promise<void> => {
    committing = true;
    for (let turn = 0; turn < gatherTurns; turn++) await undefined;
    while (waiting.length > 0) await commitGroup(commit, nextGroup(waiting));
    committing = false;
  };
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (!committing) void commitAll();
    });
}

/** Each operation once: an attempt may keep two steps at a time, and an older attempt of its own process may still run. */
function nextGroup<T extends { readonly lease: Lease }, R>(waiting: Entry<T, R>[]): readonly Entry<T, R>[] {
  const seen = new Set<OperationId>();
  const group: Entry<T, R>[] = [];
  const later: Entry<T, R>[] = [];
  for (const entry of waiting) {
    const { operationId } = entry.value.lease;
    const fits = group.length < groupMax && !seen.has(operationId);
    seen.add(operationId);
    (fits ? group : later).push(entry);
  }
  waiting.splice(0, waiting.length, ...later);
  return group;
}

async function commitGroup<T, R>(
  commit: (values: readonly T[]) => Promise<readonly R[]>,
  group: readonly Entry<T, R>[],
): Promise<void> {
  try {
    const results = await commit(group.map(({ value }) => value));
    for (const [i, { resolve, reject }] of group.entries()) {
      const result = results[i];
      if (result === undefined) reject(new Error('the store answered for fewer operations than it was given'));
      else resolve(result);
    }
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const entry of group) await commitGroup(commit, [entry]);
  }
}
