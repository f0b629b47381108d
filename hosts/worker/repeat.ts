import { createAlarm } from './alarm.ts';

/** Runs `task` now and again after the pause (milliseconds) that it asks for, never twice at once. It must not reject. */
export function repeat(task: () => Promise<number>): { stop(): Promise<void> } {
  const alarm = createAlarm();
  let stopping = false;
  const run = async (): Promise<void> => {
    while (!stopping) {
      const pauseMs = await task();
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
