/** Takes one value and resolves once it is kept. */
export type Keep<T> = (value: T) => Promise<void>;

export interface SharedCommitsOptions<T> {
  /** All or none. */
  readonly insert: (values: readonly T[]) => Promise<void>;
  readonly groupMax?: number;
  /** Pauses before a group that was not taken is tried again. */
  readonly againAfterMs?: readonly number[];
  readonly wait?: (milliseconds: number) => Promise<void>;
}

interface Entry<T> {
  readonly value: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One commit for all that comes in one turn of the event loop, or while a commit is under way. Nobody waits for a group
 * to fill. What is inserted a second time must change nothing: after a lost answer a group is sent again.
 */
export function createSharedCommits<T>(options: SharedCommitsOptions<T>): Keep<T> {
  const { insert, groupMax = 200, againAfterMs = [50, 250], wait = pause } = options;
  const waiting: Entry<T>[] = [];
  let busy = false;

  const insertAgain = async (values: readonly T[]): Promise<void> => {
    for (const afterMs of againAfterMs) {
      try {
        return await insert(values);
      } catch {
        await wait(afterMs);
      }
    }
    await insert(values);
  };
  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, groupMax);
      try {
        await insertAgain(group.map(({ value }) => value));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    busy = false;
  };
  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (busy) return;
      busy = true;
      setImmediate(() => void commitAll());
    });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
