/** Runs the works of a key one after another, in the order of arrival; keys do not wait for each other. */
export function oneAfterAnother<Key>() {
  const last = new Map<Key, Promise<unknown>>();
  return {
    /** Starts the work when all earlier work of the key has ended or failed; resolves or rejects as the work does. */
    run<T>(key: Key, work: () => Promise<T>): Promise<T> {
      const made = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, made);
      const forget = (): void => {
        if (last.get(key) === made) last.delete(key);
      };
      made.then(forget, forget);
      return made;
    },
  };
}
