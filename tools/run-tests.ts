// Runs the test files in two or three more processes than there are processors, because most tests wait. They share one
// PostgreSQL, with a database per part; a process that has finished a part takes the next. A few files that failed get a
// second try, alone. The last line counts everything. `quick` leaves out PostgreSQL and child processes.
import { spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { makeTemplate, templateVariable } from '../adapters/knex-postgres/testing/migrated.ts';
import { countedReasons, reasonsIn } from './left-out.ts';
import { keepTimes, keptTimes, processorSeconds, slowest, timesVariable, toldTimes } from './processor-time.ts';
import {
  type Counts,
  failedFiles,
  passedAlone,
  resultsVariable,
  secondTriesOf,
  settled,
  toldResults,
} from './second-try.ts';
import { buildTestHosts } from './test-hosts.ts';
import { cut, longestFirst, type Part, pieceSeconds } from './test-parts.ts';
import { startPostgres, type TestPostgres } from './test-postgres.ts';

interface Outcome {
  readonly name: string;
  readonly code: number;
  readonly closing: string;
  readonly leftOut: ReturnType<typeof reasonsIn>;
}

/** Times that came with the checkout, for a machine that has none of its own; `npm test` keeps those in `measuredLast`. */
const measuredOnce = 'tools/test-times.json';
const measuredLast = 'var/test-times.json';
const timesOfThisRun = path.join(tmpdir(), `ledgerport-times-${process.pid}`);
const resultsOfThisRun = path.join(tmpdir(), `ledgerport-results-${process.pid}`);
const resultsAlone = `${resultsOfThisRun}-alone`;

/** These depend on leases of ten seconds, so they are preferred to all others when they want a processor. */
const urgent = 'tests/walk/{crash,fencing}*.test.ts';

/** Hosts, workers and a browser, which wait more than they use a processor: they begin first, and whole. */
const ahead: readonly string[] = [
  urgent,
  'hosts/console/**/*-flow.test.ts',
  'hosts/console/**/*.test.ts',
  'hosts/{composition,sandbox,worker}/**/*.test.ts',
  'tests/walk/{database,one}*.test.ts',
];

/** A file belongs to the first pattern that matches. */
const patterns = {
  all: [
    ...ahead,
    'contract-tests/**/*.test.ts',
    'hosts/{admin,cli,offline}/**/*.test.ts',
    'core/use-cases/{automations,resources}/**/*.test.ts',
    'core/use-cases/**/*.test.ts',
    'hosts/koa/**/*.test.ts',
    'adapters/{knex,knex-sqlite,knex-postgres}/**/*.test.ts',
    'tests/{fuzz,walk}/**/*.test.ts',
    'adapters/**/*.test.ts',
    'tests/{equivalence,model}/*.test.ts',
    'tests/**/*.test.ts',
    '{client,tools{,/openapi},examples/*}/*.test.ts',
    'core/**/*.test.ts',
    'hosts/**/*.test.ts',
  ],
  quick: [
    'core/use-cases/{automations,resources}/**/*.test.ts',
    'core/use-cases/**/*.test.ts',
    '{contract-tests/architecture,adapters/{knex-sqlite/*,knex/storage}}.test.ts',
    'core/**/*.test.ts',
  ],
} as const;

/** Tests of many endings, orders, faults or schedules, which take over half of the core tests' time. */
const leftOutOfQuick = [
  'core/use-cases/automations/{every-ending,one-document-once,beside-others}.test.ts',
  'core/use-cases/resources/{two-changes,one-write-*,every-line-of-a-write,nothing-is-lost,quote-totals}.test.ts',
  'core/use-cases/{sync/{announced-parts,walk-faults},usage/usage-schedule,webhooks/{fleet,recover-deliveries}}.test.ts',
];

/**
 * `npm run test:tryton` runs them against the real server, `npm run test:package` over the installed package, the client's and
 * the image, `npm run test:releases` beside the release before, `npm run test:pooler` through PgBouncer,
 * `npm run test:failover` on a cluster, `npm run test:mcp` the protocol of agents by its own conformance suite, `npm run test:replica` from a standby, `npm run test:agents` thousands of agents' calls.
 */
const suitesOfTheirOwn = [
  'tests/releases/*.test.ts',
  'tests/pooler/*.test.ts',
  'tests/mcp/*.test.ts',
  'tests/failover/*.test.ts',
  'tests/replica/*.test.ts',
  'tests/agents/many-calls.test.ts',
  'adapters/ledger-tryton/**/*.test.ts',
  '{contract-tests/package-programs,client/package,tests/deploy/image}.test.ts',
];

const { promise: urgentEnded, resolve: endUrgent } = Promise.withResolvers<void>();

function partsOf(wanted: readonly string[], leftOut: readonly string[]): readonly Part[] {
  const taken = new Set(leftOut.flatMap((pattern) => globSync(pattern)));
  const parts = wanted.map((name) => {
    const files = globSync(name).filter((file) => !taken.has(file));
    for (const file of files) taken.add(file);
    return { name, files: files.sort() };
  });
  return parts.filter(({ files }) => files.length > 0);
}

/** The parts in the order in which they begin; long ones are cut by the times of an earlier run. */
function queueOf(parts: readonly Part[], others: readonly Part[]): Part[] {
  const times = { ...keptTimes(measuredOnce), ...keptTimes(measuredLast) };
  const most = pieceSeconds(parts, times);
  const [first, rest] = [true, false].map((wanted) => parts.filter(({ name }) => ahead.includes(name) === wanted));
  const pieces = (rest ?? []).flatMap((part) => cut(part, times, most));
  return [...(first ?? []), ...others, ...longestFirst(pieces, times)];
}

function runPart({ name, files, command }: Part, env: NodeJS.ProcessEnv): Promise<Outcome> {
  // With a larger young generation, the collector copies fewer short-lived objects.
  const mocha = [process.execPath, '--max-semi-space-size=64', 'node_modules/mocha/bin/mocha.js', ...files];
  const startedMs = performance.now();
  const [program = '', ...given] = command ?? mocha;
  const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // A process may lower its priority below its parent's, but not raise it.
  const behind = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);
  if (child.pid !== undefined && name !== urgent) setPriority(child.pid, behind);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const output = chunks.join('').trimEnd();
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      process.stdout.write(`\n${name}: ${command ? '' : `${files.length} files, `}${seconds} s\n${output}\n`);
      if (name === urgent) endUrgent();
      const closing = output.split('\n').findLast((line) => /^\d+ passed/.test(line)) ?? '';
      // A process that ended before its tests did has not passed, whatever its code.
      const endedEarly = command === undefined && closing === '';
      resolve({ name, code: endedEarly ? 1 : (code ?? 1), closing, leftOut: reasonsIn(output) });
    });
  });
}

/** A database per part, because locks and notifications of PostgreSQL belong to a database. */
async function freshDatabase({ url }: TestPostgres): Promise<string> {
  const name = `part_${crypto.randomUUID().slice(0, 8)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function environmentOf(postgres: TestPostgres | undefined): Promise<NodeJS.ProcessEnv> {
  // The type checker collects garbage less often, which saves a fifth of its CPU time.
  const cheaper = { NODE_COMPILE_CACHE: path.join(tmpdir(), 'ledgerport-compiled'), GOGC: '400' };
  const database = postgres && { TEST_DATABASE_URL: await freshDatabase(postgres) };
  const told = { [timesVariable]: timesOfThisRun, [resultsVariable]: resultsOfThisRun };
  return { ...cheaper, ...process.env, ...database, ...told };
}

async function inTurn(queue: Part[], outcomes: Outcome[], postgres: TestPostgres | undefined): Promise<void> {
  for (let part = queue.shift(); part; part = queue.shift()) {
    outcomes.push(await runPart(part, await environmentOf(postgres)));
  }
}

/** Nothing else runs meanwhile, so the processors are theirs. */
async function tryAlone(files: readonly string[], postgres: TestPostgres | undefined): Promise<void> {
  for (const file of files) {
    const env = { ...(await environmentOf(postgres)), [timesVariable]: undefined, [resultsVariable]: resultsAlone };
    await runPart({ name: `${file}, once more and alone`, files: [file] }, env);
  }
}

/** What a closing line says: `3 passed, 1 failed`. */
function countIn(closing: string, word: keyof Counts): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(closing)?.[1] ?? 0);
}

function count(outcomes: readonly Outcome[], word: keyof Counts): number {
  return outcomes.reduce((sum, { closing }) => sum + countIn(closing, word), 0);
}

/** Of no failed test: a check that failed, or a process that ended before its tests did or did not end well. */
function hasBroken({ code, closing }: Outcome): boolean {
  return code !== 0 && countIn(closing, 'failed') === 0;
}

/** Runs beside the tests, which mostly wait. */
const check: Part = { name: 'types and lint', files: [], command: ['npm', 'run', '-s', 'check'] };
const isQuick = process.argv.includes('quick');
if (isQuick) process.env['TEST_PG'] = 'off';
const [hosts, postgres] = await Promise.all([
  isQuick ? undefined : buildTestHosts(),
  process.env['TEST_PG'] === 'off' ? undefined : startPostgres(),
]);
if (hosts !== undefined) process.env['TEST_HOSTS'] = hosts;
if (postgres) process.env[templateVariable] = await makeTemplate(postgres.url);
const outcomes: Outcome[] = [];
const queue = isQuick
  ? queueOf(partsOf(patterns.quick, leftOutOfQuick), [])
  : queueOf(partsOf(patterns.all, suitesOfTheirOwn), [check]);
const lanes = Math.min(queue.length, availableParallelism() + 2);
const working = Array.from({ length: lanes }, () => inTurn(queue, outcomes, postgres));
// The tests of leases come first; once they have ended, one more process may slow the others down.
await Promise.race(working.concat(urgentEnded));
await Promise.all([...working, inTurn(queue, outcomes, postgres)]);
const first = toldResults(resultsOfThisRun);
await tryAlone(secondTriesOf(first), postgres);
const again = toldResults(resultsAlone);
const secondsWithoutServer = processorSeconds();
await postgres?.stop();
const seconds = { all: processorSeconds(), server: processorSeconds() - secondsWithoutServer };
const ofParts = {
  passed: count(outcomes, 'passed'),
  failed: count(outcomes, 'failed') + outcomes.filter(hasBroken).length,
  skipped: count(outcomes, 'skipped'),
};
const { passed, failed, skipped } = settled(ofParts, first, again);
const why = countedReasons(outcomes.flatMap(({ leftOut }) => leftOut));
const closing = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
const times = toldTimes(timesOfThisRun);
keepTimes(measuredLast, { ...keptTimes(measuredLast), ...times });
for (const file of [timesOfThisRun, resultsOfThisRun, resultsAlone]) rmSync(file, { force: true });
process.stdout.write(`\nThe files that used most processor time:\n${slowest(times, 10).join('\n')}\n`);
process.stdout.write(
  `Processor time: ${Math.round(seconds.all)} s, of it ${Math.round(seconds.server)} s the shared PostgreSQL\n`,
);
for (const { name } of outcomes.filter(hasBroken)) process.stdout.write(`\nBroken: ${name}\n`);
for (const file of failedFiles(first)) {
  const where = passedAlone(again).includes(file) ? ' beside the others, and passed alone' : '';
  process.stdout.write(`\nFailed${where}: ${file}\n`);
}
process.stdout.write(`\nIn all:\n${[...why, closing].join('\n')}\n`);
process.exitCode = failed > 0 ? 1 : 0;
