// Mocha's dots, followed by one plain line for scripts.
import mocha from 'mocha';

class ClosingLineReporter extends mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      process.stdout.write(`\n${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`);
    });
  }
}

// Mocha loads its reporter with `require`.
export { ClosingLineReporter as 'module.exports' };
