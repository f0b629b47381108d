/** Functions that are called when there is work. */
export interface Listeners {
  /** Calls all listeners, once for many calls and after the caller has gone on. */
  wake(): void;
  add(listener: () => void): () => void;
  clear(): void;
}

export function createListeners(): Listeners {
  const entries = new Set<() => void>();
  let pending = false;

  function callAll(): void {
    pending = false;
    for (const entry of [...entries]) entry();
  }

  return {
    wake() {
      if (!pending) setImmediate(callAll);
      pending = true;
    },
    add(listener) {
      // Wrapped, so that the same function may listen twice and stop once.
      const entry = () => listener();
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
    clear: () => entries.clear(),
  };
}
