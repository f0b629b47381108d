// Commits are the engine's main cost, so what independent callers save at the same time shares one commit.
import { hasFailed, type Lease, type Operation } from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';
import type { Settlement, StepSave } from '../ports/operation-stores.ts';
import type { Storage, Stores } from '../ports/storage.ts';

interface Entry<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

interface Grouping<T> {
  /** Values with the same key are never in one group. */
  readonly keyOf?: (value: T) => string;
  /** The most values of a group; 100 by default. */
  readonly most?: number;
  /** How many groups are committed at the same time; 1 by default. */
  readonly atOnce?: number;
  /** Lets a group gather before it is committed, unless it is full. */
  readonly gather?: (isFull: () => boolean) => Promise<void>;
  /** Lets a group gather after the one before, unless it is full. */
  readonly pause?: () => Promise<void>;
}

/** Callers that run at the same time arrive a few promises apart. */
const gatherTurns = 8;

/**
 * Each caller gets the answer for its own value, after the commit. `commit` answers for all its values, in their order. If
 * a group fails, its values are tried one by one, so that one refused value does not fail the others.
 */
export function batched<T, R>(
  commit: (values: readonly T[]) => Promise<readonly R[]>,
  { keyOf, most = 100, atOnce = 1, gather, pause }: Grouping<T> = {},
): (value: T) => Promise<R> {
  let waiting: Entry<T, R>[] = [];
  let busy = 0;
  let isGathering = false;

  const takeGroup = (): readonly Entry<T, R>[] => {
    if (!keyOf) return waiting.splice(0, most);
    const keys = new Set<string>();
    const group: Entry<T, R>[] = [];
    const later: Entry<T, R>[] = [];
    for (const entry of waiting) {
      const key = keyOf(entry.value);
      const fits = group.length < most && !keys.has(key);
      keys.add(key);
      (fits ? group : later).push(entry);
    }
    waiting = later;
    return group;
  };
  const isFull = (): boolean => waiting.length >= most;
  const gatherGroup = async (gather: NonNullable<Grouping<T>['gather']>): Promise<void> => {
    isGathering = true;
    await gather(isFull).finally(() => {
      isGathering = false;
    });
  };
  const commitAll = async (): Promise<void> => {
    busy += 1;
    for (let turn = 0; turn < gatherTurns; turn++) await undefined;
    // A group that gathers takes all that come meanwhile.
    while (waiting.length > 0 && !isGathering) {
      if (gather && !isFull()) await gatherGroup(gather);
      await commitGroup(commit, takeGroup());
      if (pause && !isFull()) await pause();
    }
    busy -= 1;
  };
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (busy < atOnce && !isGathering) void commitAll();
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

/** A settlement, with what is stored in its commit. */
export interface Ending extends Settlement {
  readonly also: ((stores: Stores) => Promise<void>) | undefined;
}

/**
 * What an attempt found. The attempts that end together and have the same `decideAll` share one transaction, which decides
 * their outcomes.
 */
export interface Finding<Found = unknown> {
  readonly found: Found;
  /** Returns the outcomes in the order of `all`. If it throws, it is called for each attempt alone. */
  decideAll(stores: Stores, all: readonly Found[]): Promise<readonly AttemptOutcome[]>;
}

/** An attempt whose end is decided together with others. */
export interface Deciding {
  readonly lease: Lease;
  readonly finding: Finding;
  /** The operation after the outcome. */
  readonly settled: (outcome: AttemptOutcome, cancelRequested: boolean) => Operation;
}

/** The most attempts decided together, because each may announce to a hundred endpoints. */
const decidedMost = 40;

/**
 * Tells that an operation of any type was given up, in the transaction that ends it as failed or dead letter, after its
 * ending's `announce`.
 */
export type GivenUp = (stores: Stores, ended: Operation) => Promise<void>;

export type Commits = ReturnType<typeof createCommits>;

/** A group has an operation once: an attempt may save two steps at a time, and an older attempt may still run. */
export function createCommits(
  { operations, transaction }: Pick<Storage, 'operations' | 'transaction'>,
  givenUp?: GivenUp,
) {
  const keyOf = ({ lease }: { readonly lease: Lease }) => lease.operationId;
  return {
    saveStep: batched((saves: readonly StepSave[]) => operations.saveSteps(saves), { keyOf }),
    settle: batched(
      (endings: readonly Ending[]) => {
        if (endings.every(({ also }) => !also)) return operations.settleAll(endings);
        return transaction(async (stores) => {
          const settled = await stores.operations.settleAll(endings);
          // All at the same time, so that the stores can put similar rows into one statement.
          await Promise.all(endings.map(({ also }, i) => settled[i] && also?.(stores)));
          return settled;
        });
      },
      { keyOf },
    ),
    /** Answers undefined if the lease is lost. */
    decide: batched((all: readonly Deciding[]) => transaction((stores) => decideIn(stores, all, givenUp)), {
      keyOf,
      most: decidedMost,
    }),
  };
}

/**
 * Locks the operations before anything else, as everything does that ends or cancels them. An attempt without its lease
 * decides nothing.
 */
async function decideIn(
  stores: Stores,
  all: readonly Deciding[],
  givenUp?: GivenUp,
): Promise<readonly (Operation | undefined)[]> {
  const leases = all.map(({ lease }) => lease);
  const held = new Map(
    (await stores.operations.renew(leases, latestOf(leases))).map((renewed) => [renewed.operationId, renewed]),
  );
  const kept = all.filter(({ lease }) => held.has(lease.operationId));
  const settlements = new Map<Deciding, Settlement>();
  for (const alike of Map.groupBy(kept, ({ finding }) => finding.decideAll).values()) {
    const outcomes = await alike[0]?.finding.decideAll(
      stores,
      alike.map(({ finding }) => finding.found),
    );
    for (const [i, deciding] of alike.entries()) {
      const { lease, settled } = deciding;
      const outcome = outcomes?.[i] as AttemptOutcome;
      const isCancelled = held.get(lease.operationId)?.cancelRequested ?? false;
      settlements.set(deciding, { lease, next: settled(outcome, isCancelled) });
    }
  }
  const settled = await stores.operations.settleAll([...settlements.values()]);
  if (!settled.every(Boolean)) throw new Error('an operation was settled that its transaction had locked');
  const ended = all.map((deciding) => settlements.get(deciding)?.next);
  for (const next of ended) if (next && hasFailed(next.state)) await givenUp?.(stores, next);
  return ended;
}

function latestOf(leases: readonly Lease[]): Date {
  return new Date(Math.max(...leases.map(({ expiresAt }) => expiresAt.getTime())));
}
