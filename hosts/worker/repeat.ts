import { createAlarm } from './alarm.ts';

export interface Repetition {
  /** Resolves when the task that is going on has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `task` now and again after the pause (milliseconds) that it asks for, never twice at once. It must not reject.
 * `moved` hears before every run, and after it with the pause that follows.
 */
export function repeat(task: () => Promise<number>, moved: (pauseMs: number) => void = () => {}): Repetition {
  const alarm = createAlarm();
  let stopping = false;
  const run = async (): Promise<void> => {
    while (!stopping) {
      moved(0);
      const pauseMs = await task();
      moved(pauseMs);
      if (!stopping) await alarm.wait(pauseMs);
    }
  };
  const ended = run();
  return {
    stop: () => {
      stopping = true;
      alarm.ring();
      return ended;
    },
  };
}
