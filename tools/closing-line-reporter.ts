// Mocha's dots, followed by the reasons of what was left out, and one plain line for scripts. In `npm test` it also tells how
// much processor time each file took, and what became of its tests.
import mocha from 'mocha';
import { countedReasons, reasonOf } from './left-out.ts';
import { processorSeconds, tellTimes, timesVariable } from './processor-time.ts';
import { type Counts, resultsVariable, tellResults } from './second-try.ts';

class ClosingLineReporter extends mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { EVENT_RUN_END, EVENT_TEST_PENDING } = mocha.Runner.constants;
    const leftOut: Mocha.Test[] = [];
    runner.on(EVENT_TEST_PENDING, (test) => leftOut.push(test));
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const why = countedReasons(leftOut.map((test) => [reasonOf(test), 1] as const));
      const closing = `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
      process.stdout.write(`\n${[...why, closing].join('\n')}\n`);
    });
    const told = process.env[timesVariable];
    if (told !== undefined) timeFiles(runner, told);
    const results = process.env[resultsVariable];
    if (results !== undefined) countFiles(runner, results);
  }
}

/** What became of each file's tests; a hook that fails counts as a failed test of its file. `told` names the file for it. */
function countFiles(runner: Mocha.Runner, told: string): void {
  const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = mocha.Runner.constants;
  const results = new Map<string, Counts>();
  const count = (event: string, word: keyof Counts) =>
    runner.on(event, ({ file = '?' }: Mocha.Runnable) => {
      const before = results.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
      results.set(file, { ...before, [word]: before[word] + 1 });
    });
  count(EVENT_TEST_PASS, 'passed');
  count(EVENT_TEST_FAIL, 'failed');
  count(EVENT_TEST_PENDING, 'skipped');
  runner.once(EVENT_RUN_END, () => tellResults(told, results));
}

/** Each file's suites, with their hooks and the programs that ended meanwhile; `told` names the file for the times. */
function timeFiles(runner: Mocha.Runner, told: string): void {
  const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_SUITE_END } = mocha.Runner.constants;
  const seconds = new Map<string, number>();
  let before = 0;
  runner.once(EVENT_RUN_BEGIN, () => {
    before = processorSeconds();
  });
  runner.on(EVENT_SUITE_END, (suite) => {
    if (suite.parent?.root !== true || suite.file === undefined) return;
    const now = processorSeconds();
    seconds.set(suite.file, (seconds.get(suite.file) ?? 0) + now - before);
    before = now;
  });
  runner.once(EVENT_RUN_END, () => tellTimes(told, seconds));
}

// Mocha loads its reporter with `require`.
export { ClosingLineReporter as 'module.exports' };
