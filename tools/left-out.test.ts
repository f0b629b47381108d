import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import Mocha from 'mocha';
import { countedReasons, leaveOut, reasonOf, reasonsIn } from './left-out.ts';

/** Runs suites of their own, and returns the reason of each test that was left out. */
async function reasonsAfter(build: (root: Mocha.Suite) => void): Promise<Readonly<Record<string, string>>> {
  const mocha = new Mocha({ reporter: class {} as unknown as Mocha.ReporterConstructor });
  build(mocha.suite);
  const found: Record<string, string> = {};
  await new Promise((resolve) => {
    mocha.run(resolve).on('pending', (test) => {
      found[test.title] = reasonOf(test);
    });
  });
  return found;
}

describe('what a run leaves out', () => {
  it('has the reason of the test, of the hook that ended its suite, or of the suite’s title', async () => {
    const told = await reasonsAfter((root) => {
      const hooked = Mocha.Suite.create(root, 'hooked');
      hooked.beforeAll(function () {
        leaveOut(this, 'no browser');
      });
      const inner = Mocha.Suite.create(hooked, 'inner');
      inner.addTest(new Mocha.Test('two floors below', () => {}));
      const alone = Mocha.Suite.create(root, 'alone');
      alone.addTest(
        new Mocha.Test('by itself', function (this: Mocha.Context) {
          leaveOut(this, 'no fish');
        }),
      );
      alone.addTest(new Mocha.Test('beside it', () => {}));
      const titled = Mocha.Suite.create(root, 'titled (left out: TEST_PG=off)');
      titled.addTest(new Mocha.Test('below a title'));
      root.addTest(new Mocha.Test('untold'));
    });
    expect(told).to.deep.equal({
      'two floors below': 'no browser',
      'by itself': 'no fish',
      'below a title': 'TEST_PG=off',
      untold: 'no reason is told',
    });
  });

  it('is counted by reason, over all parts of a run', () => {
    const parts = [
      ['..,,\n', '2 skipped: no browser', '1 skipped: no fish', '7 passed, 0 failed, 3 skipped'].join('\n'),
      ['....', '64 skipped: no browser', '2 passed, 0 failed, 64 skipped'].join('\n'),
    ];
    expect(countedReasons(parts.flatMap(reasonsIn))).to.deep.equal(['66 skipped: no browser', '1 skipped: no fish']);
  });

  it('names its reason everywhere: no test skips itself without one', () => {
    const silent = /\bthis\.skip\(|\b(?:it|describe|test)\.skip\((?!`[^`]*\(left out: )/;
    const files = globSync('{adapters,client,contract-tests,core,hosts,tests,tools}/**/*.ts', {
      exclude: (name) => name === 'node_modules',
    });
    const found = files.filter((file) => !file.startsWith('tools/left-out') && silent.test(readFileSync(file, 'utf8')));
    // It plants a skipped test in a text, to find it.
    expect(found).to.deep.equal(['contract-tests/security-docs.test.ts']);
    expect(
      ['this.skip();', "it.skip('x', () => {});", 'describe.skip(`x (left out: y)`)'].map((line) => silent.test(line)),
    ).to.eql([true, true, false]);
  });
});
