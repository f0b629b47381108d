/** Runs the works of one key one after the other, in the order in which they came; keys do not wait for each other. */
export function oneAfterAnother<Key>() {
  const last = new Map<Key, Promise<unknown>>();
  return {
    /** Begins the work once all earlier work of the key has ended, well or not; answers or fails as the work does. */
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
