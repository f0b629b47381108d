/** Closes the newest part first. tsyringe does not dispose of what factories made. */
export interface Shutdown {
  add(name: string, close: () => Promise<void> | void): void;
  /** Closes every part once; then throws the first failure. */
  run(): Promise<void>;
}

export function createShutdown(): Shutdown {
  const parts: { name: string; close: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const { name, close } of parts.reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(new Error(`closing ${name} failed`, { cause: error }));
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  return {
    add: (name, close) => void parts.push({ name, close }),
    run: () => {
      running ??= closeAll();
      return running;
    },
  };
}
