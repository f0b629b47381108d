import type { WakeUp } from '#core';

/** Wakes the workers of this process. Those of another process on the same file find work by polling. */
export function createLocalWakeUp(): WakeUp {
  const listeners = new Set<() => void>();
  let pending = false;

  function wakeAll(): void {
    pending = false;
    for (const listener of [...listeners]) listener();
  }

  return {
    /** Later, and once for many signals: whoever signals is not held up by whoever wakes. */
    signal() {
      if (!pending) setImmediate(wakeAll);
      pending = true;
    },
    listen(listener) {
      // Wrapped, so that the same function may listen twice and stop once.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}
