// Several callers, one call: what comes while a call is under way goes with the next one.

interface Entry<T, R> {
  readonly value: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

const groupMax = 100;
/** Entries that are on their way when the first one comes, a few promises apart, are in its group. */
const gatherTurns = 8;

/**
 * `work` answers for each of its values, in their order. Nobody waits for a group to fill. Of one key no two are in a
 * group. When a group fails, its entries are tried one by one, so that one that is refused hinders none of the others.
 */
export function inGroups<T, R>(
  work: (values: readonly T[]) => Promise<readonly R[]>,
  keyOf?: (value: T) => string,
): (value: T) => Promise<R> {
  const waiting: Entry<T, R>[] = [];
  let working = false;

  const workAll = async (): Promise<void> => {
    working = true;
    for (let turn = 0; turn < gatherTurns; turn++) await undefined;
    while (waiting.length > 0) await workGroup(work, nextGroup(waiting, keyOf));
    working = false;
  };
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (!working) void workAll();
    });
}

function nextGroup<T, R>(waiting: Entry<T, R>[], keyOf?: (value: T) => string): readonly Entry<T, R>[] {
  if (!keyOf) return waiting.splice(0, groupMax);
  const seen = new Set<string>();
  const group: Entry<T, R>[] = [];
  const later: Entry<T, R>[] = [];
  for (const entry of waiting) {
    const key = keyOf(entry.value);
    const fits = group.length < groupMax && !seen.has(key);
    seen.add(key);
    (fits ? group : later).push(entry);
  }
  waiting.splice(0, waiting.length, ...later);
  return group;
}

async function workGroup<T, R>(
  work: (values: readonly T[]) => Promise<readonly R[]>,
  group: readonly Entry<T, R>[],
): Promise<void> {
  try {
    const results = await work(group.map(({ value }) => value));
    for (const [i, { resolve, reject }] of group.entries()) {
      const result = results[i];
      if (result === undefined) reject(new Error('the store answered for fewer than it was asked'));
      else resolve(result);
    }
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const entry of group) await workGroup(work, [entry]);
  }
}
