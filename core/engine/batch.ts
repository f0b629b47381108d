// Commits are what the engine pays for: what independent callers save at one time is saved in one commit.
import type { Lease } from '../domain/operation.ts';
import type { Settlement, StepSave } from '../ports/operation-stores.ts';
import type { Storage, Stores } from '../ports/storage.ts';

interface Entry<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

const groupMost = 100;
/** Callers of one tick arrive a few promises apart. */
const gatherTurns = 8;

/**
 * Each caller gets the answer for its own value, after its commit. `commit` answers for all its values, in their order.
 * When a group fails, its values are tried one by one, so that a value that is refused does not fail the others.
 * No two values of one key are in one group.
 */
export function batched<T, R>(
  commit: (values: readonly T[]) => Promise<readonly R[]>,
  keyOf?: (value: T) => string,
): (value: T) => Promise<R> {
  let waiting: Entry<T, R>[] = [];
  let isBusy = false;

  const takeGroup = (): readonly Entry<T, R>[] => {
    if (!keyOf) return waiting.splice(0, groupMost);
    const keys = new Set<string>();
    const group: Entry<T, R>[] = [];
    const later: Entry<T, R>[] = [];
    for (const entry of waiting) {
      const key = keyOf(entry.value);
      const fits = group.length < groupMost && !keys.has(key);
      keys.add(key);
      (fits ? group : later).push(entry);
    }
    waiting = later;
    return group;
  };
  const commitAll = async (): Promise<void> => {
    isBusy = true;
    for (let turn = 0; turn < gatherTurns; turn++) await undefined;
    while (waiting.length > 0) await commitGroup(commit, takeGroup());
    isBusy = false;
  };
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (!isBusy) void commitAll();
    });
}

async function commitGroup<T, R>(
  commit: (values: readonly T[]) => Promise<readonly R[]>,
  group: readonly Entry<T, R>[],
): Promise<void> {
  try {
    const results = await commit(group.map(({ value }) => value));
    for (const [i, { resolve }] of group.entries()) resolve(results[i] as R);
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else await Promise.all(group.map((entry) => commitGroup(commit, [entry])));
  }
}

/** A settlement, and what is stored with it. */
export interface Ending extends Settlement {
  readonly also: ((stores: Stores) => Promise<void>) | undefined;
}

export type Commits = ReturnType<typeof createCommits>;

/** An operation is once in a group: an attempt may save two steps at a time, and an older attempt may still run. */
export function createCommits({ operations, transaction }: Pick<Storage, 'operations' | 'transaction'>) {
  const keyOf = ({ lease }: { readonly lease: Lease }) => lease.operationId;
  return {
    saveStep: batched((saves: readonly StepSave[]) => operations.saveSteps(saves), keyOf),
    settle: batched((endings: readonly Ending[]) => {
      if (endings.every(({ also }) => !also)) return operations.settleAll(endings);
      return transaction(async (stores) => {
        const settled = await stores.operations.settleAll(endings);
        // At one time, so that the stores can put what is alike into one statement.
        await Promise.all(endings.map(({ also }, i) => settled[i] && also?.(stores)));
        return settled;
      });
    }, keyOf),
  };
}
