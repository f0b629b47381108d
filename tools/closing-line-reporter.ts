// Mocha's dots, followed by the reasons of what was left out, and one plain line for scripts.
import mocha from 'mocha';
import { countedReasons, reasonOf } from './left-out.ts';

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
  }
}

// Mocha loads its reporter with `require`.
export { ClosingLineReporter as 'module.exports' };
