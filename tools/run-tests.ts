// Runs the test files in one process more than there are processors, because most of them wait: for a database, a child, a
// lease. Each process brings its own PostgreSQL and takes the next folder when it has ended one; the last line counts all.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

/** The longest first, so that all end together. */
const folders = ['tests/walk', 'tests', 'core/use-cases', 'hosts', 'adapters', 'contract-tests', 'core'] as const;

interface Part {
  readonly folder: string;
  readonly files: readonly string[];
}

interface Outcome {
  readonly code: number;
  readonly closing: string;
}

function partsOf(): readonly Part[] {
  const taken = new Set<string>();
  return folders.map((folder) => {
    const files = globSync(`${folder}/**/*.test.ts`).filter((file) => !taken.has(file));
    for (const file of files) taken.add(file);
    return { folder, files: files.sort() };
  });
}

function runPart({ folder, files }: Part): Promise<Outcome> {
  const args = ['node_modules/mocha/bin/mocha.js', '--config', 'tools/mocharc.part.json', ...files];
  const startedMs = performance.now();
  const env = { NODE_COMPILE_CACHE: path.join(tmpdir(), 'ledgerport-compiled'), ...process.env };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const output = chunks.join('').trimEnd();
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      process.stdout.write(`\n${folder}: ${files.length} files, ${seconds} s\n${output}\n`);
      const closing = output.split('\n').findLast((line) => /^\d+ passed/.test(line)) ?? '';
      resolve({ code: code ?? 1, closing });
    });
  });
}

async function inTurn(queue: Part[], outcomes: Outcome[]): Promise<void> {
  for (let part = queue.shift(); part; part = queue.shift()) outcomes.push(await runPart(part));
}

function count(outcomes: readonly Outcome[], word: string): number {
  return outcomes.reduce((sum, { closing }) => sum + Number(new RegExp(`(\\d+) ${word}`).exec(closing)?.[1] ?? 0), 0);
}

const [queue, outcomes] = [[...partsOf()], [] as Outcome[]];
const lanes = Math.min(folders.length, availableParallelism() + 1);
await Promise.all(Array.from({ length: lanes }, () => inTurn(queue, outcomes)));
const broken = outcomes.filter(({ code, closing }) => code !== 0 && closing === '').length;
const [passed, failed, skipped] = [
  count(outcomes, 'passed'),
  count(outcomes, 'failed') + broken,
  count(outcomes, 'skipped'),
];
process.stdout.write(`\nIn all:\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = outcomes.some(({ code }) => code !== 0) ? 1 : 0;
