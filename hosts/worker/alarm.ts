export interface Alarm {
  /** Ends the wait that is going on, or else the next one at once. */
  ring(): void;
  /** Resolves after `timeoutMs`, or earlier when rung, and then with true. For one waiter. */
  wait(timeoutMs: number): Promise<boolean>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let wake = (): void => {};
  return {
    ring: () => {
      rung = true;
      wake();
    },
    wait: async (timeoutMs) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const early = rung;
      rung = false;
      return early;
    },
  };
}
