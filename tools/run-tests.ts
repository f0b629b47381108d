// Runs the test files in two processes at once, because most of them wait: for a database, a child, a lease. Each process
// brings its own PostgreSQL. The output of the second is shown when the first has ended; the last line counts both.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** By folder, so that what shares a fixture stays together; about equally long. */
const parts: readonly (readonly string[])[] = [
  ['hosts/**/*.test.ts'],
  ['core/**/*.test.ts', 'adapters/**/*.test.ts', 'contract-tests/**/*.test.ts'],
];

interface Outcome {
  readonly code: number;
  readonly output: string;
}

function runPart(patterns: readonly string[], show: boolean): Promise<Outcome> {
  const files = globSync([...patterns], { exclude: ['**/node_modules/**'] }).sort();
  const args = ['node_modules/mocha/bin/mocha.js', '--config', 'tools/mocharc.part.json', ...files];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    chunks.push(chunk);
    if (show) process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }));
  });
}

function count(outcomes: readonly Outcome[], word: string): number {
  const pattern = new RegExp(`(\\d+) ${word}`);
  return outcomes.reduce((sum, { output }) => {
    const closing = output.trimEnd().split('\n').at(-1) ?? '';
    return sum + Number(pattern.exec(closing)?.[1] ?? 0);
  }, 0);
}

const [first = [], second = []] = parts;
const together = availableParallelism() > 1;
const running = together ? runPart(second, false) : undefined;
const outcomes = [await runPart(first, true), await (running ?? runPart(second, false))];
process.stdout.write(outcomes.at(-1)?.output ?? '');
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((word) => count(outcomes, word));
process.stdout.write(`\nIn all:\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = outcomes.some(({ code }) => code !== 0) || passed === 0 ? 1 : 0;
