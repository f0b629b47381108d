// Operations that are worked off while their database fails, and what must be true of them in the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Database } from '../../adapters/knex-sqlite/index.ts';
import { createIdGenerator } from '../../adapters/system/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { faultClock } from './fault-clock.ts';
import { faultOperations, type Given } from './fault-work.ts';
import { type HostProcess, startHost } from './processes.ts';

export interface FaultRun {
  readonly workers: HostProcess[];
  startWorker(): HostProcess;
  /** How many are not at their end; undefined while the database does not answer. */
  unfinished(): Promise<number | undefined>;
  /**
   * Resolves when all are at their end; throws with what the workers said when that takes too long. From now on no
   * operation waits between attempts, because the fifth failure alone makes it wait for 15 to 18 minutes.
   */
  finished(withinMs: number): Promise<void>;
  /** Every operation succeeded, every step was kept once, every event and child is there once. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `address` is what the workers open: a URL of PostgreSQL or the name of a SQLite file; `direct` is PostgreSQL's own, if that
 * of a pooler is given.
 */
export async function startFaultRun(
  database: Database,
  address: string,
  count: number,
  direct?: string,
): Promise<FaultRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-faults-'));
  const notes = path.join(folder, 'notes');
  writeFileSync(notes, '');
  const beganMs = Date.now();
  const clock = faultClock(beganMs);
  await database.storage.operations.insert(faultOperations(count, createIdGenerator(), clock.now()));
  const workers: HostProcess[] = [];
  const env = { DATABASE: address, ...(direct && { DIRECT: direct }), NOTES: notes, BEGAN: String(beganMs) };
  const unfinished = async (): Promise<number | undefined> => {
    const open = database.knex('operations').whereIn('state', ['queued', 'running', 'retrying']);
    const [row] = await open.count('* as n').catch(() => []);
    return row && Number(row['n']);
  };
  const retryNow = () =>
    database
      .knex('operations')
      .where({ stage: 'timer' })
      .update({ due_at: clock.now().getTime() })
      .catch(() => {});
  return {
    workers,
    startWorker: () => {
      const worker = startHost('tests/walk/fault-worker.ts', env);
      workers.push(worker);
      return worker;
    },
    unfinished,
    finished: async (withinMs) => {
      try {
        const isOver = async () => {
          await retryNow();
          return (await unfinished()) === 0;
        };
        await until('the end of all operations', () => seldom(isOver), withinMs);
      } catch (error) {
        const said = workers.map((worker) => worker.output().slice(-3_000)).join('\n---\n');
        throw new Error(`${String(error)}; ${await unfinished()} are left\n${said}`);
      }
    },
    check: () => check(database, count, readNotes(notes)),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Counting costs the database more than it should while it is busy. */
async function seldom(look: () => Promise<boolean>): Promise<boolean> {
  await pause(200);
  return look();
}

function readNotes(file: string): readonly Given[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A process that was killed may have left half a line.
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Given] : []));
}

async function check({ knex }: Database, count: number, given: readonly Given[]): Promise<void> {
  const states = await knex('operations')
    .select('type', 'state')
    .count('* as n')
    .groupBy('type', 'state')
    .orderBy('type');
  expect(states.map(({ type, state, n }) => [type, state, Number(n)])).to.deep.equal([
    ['automation.quote.create_and_send', 'succeeded', count],
    ['notification.process', 'succeeded', count],
  ]);
  const attempts: { attempts: string }[] = await knex('operations').select('attempts');
  const ends = attempts.map((row) => (JSON.parse(row.attempts) as { outcome: string }[]).filter(isEnd).length);
  expect(
    ends.filter((n) => n !== 1),
    'operations that ended more than once',
  ).to.deep.equal([]);
  await checkSteps(knex, count, given);
  await checkEvents(knex, count);
  const inputs: { input: string }[] = await knex('operations')
    .where({ type: 'automation.quote.create_and_send' })
    .select('input');
  expect(new Set(inputs.map(({ input }) => input)).size, 'parents of children').to.equal(count);
}

function isEnd({ outcome }: { outcome: string }): boolean {
  return outcome === 'succeeded';
}

/** Every attempt got the result that its step stored first and still has. */
async function checkSteps(knex: Database['knex'], count: number, given: readonly Given[]): Promise<void> {
  const rows: { operation_id: string; name: string; state: string; result: string }[] = await knex('operation_steps');
  expect(rows.length).to.equal(3 * count);
  expect(rows.filter(({ state }) => state !== 'succeeded')).to.deep.equal([]);
  const kept = new Map(rows.map((row) => [`${row.operation_id} ${row.name}`, JSON.parse(row.result) as string]));
  const others = given.filter(({ operation, step, value }) => kept.get(`${operation} ${step}`) !== value);
  expect(others, 'results that were given and are not the kept one').to.deep.equal([]);
}

async function checkEvents(knex: Database['knex'], count: number): Promise<void> {
  const events: { connection_id: string; sequence: number; operation_id: string }[] =
    await knex('events').orderBy('sequence');
  expect(events.length, 'events').to.equal(count);
  expect(new Set(events.map(({ operation_id }) => operation_id)).size, 'operations with an event').to.equal(count);
  for (const [connection, mine] of Map.groupBy(events, ({ connection_id }) => connection_id)) {
    const sequences = mine.map(({ sequence }) => Number(sequence));
    expect(sequences, connection).to.deep.equal(mine.map((_, i) => i + 1));
  }
}
