import { equal, ok } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { WakeUp } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

const soonMs = 2_000;

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + soonMs;
  while (!condition() && Date.now() < deadline) await wait(5);
  ok(condition(), 'what should have happened soon has not');
}

/** Counts the calls of a listener. */
function counting(wakeUp: WakeUp): { calls(): number; stop(): void } {
  let calls = 0;
  const stop = wakeUp.listen(() => {
    calls += 1;
  });
  return { calls: () => calls, stop };
}

const clauses: readonly Clause<WakeUp>[] = [
  {
    name: 'a signal calls every listener soon, and not before signal returns',
    async check(wakeUp) {
      const [one, two] = [counting(wakeUp), counting(wakeUp)];
      wakeUp.signal();
      equal(one.calls(), 0);
      await eventually(() => one.calls() > 0 && two.calls() > 0);
      one.stop();
      two.stop();
    },
  },
  {
    name: 'every later signal is heard again',
    async check(wakeUp) {
      const listener = counting(wakeUp);
      for (let round = 0; round < 5; round++) {
        const before = listener.calls();
        wakeUp.signal();
        await eventually(() => listener.calls() > before);
      }
      listener.stop();
    },
  },
  {
    name: 'whoever stopped listening is not called; stopping twice harms nobody',
    async check(wakeUp) {
      const [gone, there] = [counting(wakeUp), counting(wakeUp)];
      gone.stop();
      gone.stop();
      wakeUp.signal();
      await eventually(() => there.calls() > 0);
      equal(gone.calls(), 0);
      there.stop();
    },
  },
  {
    name: 'a burst of signals does not become a burst of calls',
    async check(wakeUp) {
      const listener = counting(wakeUp);
      for (let i = 0; i < 1_000; i++) wakeUp.signal();
      await eventually(() => listener.calls() > 0);
      ok(listener.calls() < 100, `${listener.calls()} calls`);
      listener.stop();
    },
  },
  {
    name: 'nobody listening is no error',
    async check(wakeUp) {
      wakeUp.signal();
    },
  },
];

export const wakeUpContract: Contract<WakeUp> = { port: 'WakeUp', clauses };
