// A test file that failed beside others runs once more, alone: when both processors are taken, a browser or a lease may
// come too late without any fault of the code. The run's last lines tell of it, and what fails twice has failed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts by test file, e.g. `{ "core/engine/claims.test.ts": { passed: 3, failed: 0, skipped: 0 } }`. */
export type Results = Readonly<Record<string, Counts>>;

/** Names the file to which the processes of a run append what became of their test files. */
export const resultsVariable = 'TEST_RESULTS';

/** More files than these fail for a reason of their own, not for want of a processor. */
export const secondTriesMost = 4;

/** Appends a line for each test file; `results` names them by absolute paths. */
export function tellResults(told: string, results: ReadonlyMap<string, Counts>): void {
  const lines = [...results].map(([file, { passed, failed, skipped }]) => {
    return `${passed} ${failed} ${skipped} ${path.relative('.', file)}\n`;
  });
  appendFileSync(told, lines.join(''));
}

/** Reads the lines of `tellResults`. */
export function toldResults(told: string): Results {
  if (!existsSync(told)) return {};
  const lines = readFileSync(told, 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const [passed, failed, skipped, ...file] = line.split(' ');
        return [file.join(' '), { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }];
      }),
  );
}

export function failedFiles(results: Results): readonly string[] {
  return Object.keys(results).filter((file) => (results[file]?.failed ?? 0) > 0);
}

/** Those that get a second try: none if there are too many. */
export function secondTriesOf(results: Results): readonly string[] {
  const failed = failedFiles(results);
  return failed.length > secondTriesMost ? [] : failed;
}

const none: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Those of `again` that passed whole; one that ran no test has not. */
export function passedAlone(again: Results): readonly string[] {
  return Object.keys(again).filter((file) => {
    const { passed, failed } = again[file] ?? none;
    return passed > 0 && failed === 0;
  });
}

/** The counts of a run in which the files that passed alone count by their second try. */
export function settled(all: Counts, first: Results, again: Results): Counts {
  return passedAlone(again).reduce((sum, file) => {
    const [before, after] = [first[file] ?? none, again[file] ?? none];
    return {
      passed: sum.passed - before.passed + after.passed,
      failed: sum.failed - before.failed + after.failed,
      skipped: sum.skipped - before.skipped + after.skipped,
    };
  }, all);
}
