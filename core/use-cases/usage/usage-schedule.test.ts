import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Database, type SqliteForTests, sqliteForTests } from '../../../contract-tests/testing/doubles.ts';
import { until } from '../../../contract-tests/testing/until.ts';
import { runsOf } from '../../../tools/run-length.ts';
import type { Plane } from '../../domain/caller.ts';
import type { UsageEvent } from '../../domain/usage.ts';
import { usageSchedule } from './metering.ts';

const child = fileURLToPath(new URL('./testing/usage-child.ts', import.meta.url));
const at = new Date('2026-01-15T12:00:00Z');
const tick = { schedule: 'usage', at, progress: null, heldUntil: at };
const plane: Plane = { organizationId: 'org_1' as Plane['organizationId'], environment: 'test' };
/** Answering so many takes longer than storing a use may wait. */
const answersEach = 500;

/** Starts a process, kills it while it answers, and returns what it had answered. */
async function killed(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const running = spawn(process.execPath, [child], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  running.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > answersEach) running.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => running.once('close', (_code, by) => resolve(by)));
  expect(signal).to.equal('SIGKILL');
  return output.split('\n').slice(0, -1);
}

async function expectCountedOnce({ knex, storage }: Database, env: Readonly<Record<string, string>>): Promise<void> {
  const names = ['a', 'b', 'c', 'd'].slice(0, runsOf({ long: 4, short: 2 }));
  const answered = (await Promise.all(names.map((NAME) => killed({ ...env, NAME })))).flat();
  expect(answered.length).to.be.at.least(names.length * answersEach);
  const { part: work } = usageSchedule({ storage, clock: { now: () => at, wait: async () => {} } });
  await until('all to be added up', async () => {
    expect((await work(tick)).next).to.equal(null);
    return (await knex('usage_events').whereNull('rolled_at')).length === 0;
  });
  const kept: string[] = await knex('usage_events').pluck('request_id');
  // Only answered reads are stored; those of a process's last moments may be lost.
  expect(kept.filter((id) => !new Set(answered).has(id))).to.deep.equal([]);
  expect(kept.length).to.be.greaterThan(names.length);
  const [{ sum }] = (await knex('usage_days').sum({ sum: 'quantity' })) as [{ sum: number | string }];
  expect(Number(sum)).to.equal(kept.length);
}

describe('adding usage up', () => {
  let sqlite: SqliteForTests;
  before(async () => {
    sqlite = await sqliteForTests();
  });
  after(() => sqlite?.close());

  const event = (n: number): UsageEvent => ({
    ...{ ...plane, id: `req_${n}`, meter: 'write', quantity: 1, at },
    connectionId: 'conn_1' as UsageEvent['connectionId'],
  });

  it('goes on until nothing is left, and gives way to others after ten thousand', async () => {
    const { subject: storage } = await sqlite.storage.open();
    const { part: work } = usageSchedule({ storage, clock: { now: () => at, wait: async () => {} } });
    for (let n = 0; n < 10_600; n += 200) {
      await storage.usage.insert(Array.from({ length: 200 }, (_, i) => event(n + i)));
    }
    expect(await work(tick)).to.deep.equal({ next: 'more' });
    expect(await work({ ...tick, progress: 'more' })).to.deep.equal({ next: null });
    const asked = { from: '2026-01-15', to: '2026-01-15', groupBy: 'meter' } as const;
    const { items } = await storage.usage.read(plane, asked, { limit: 9, page: 1 });
    expect(items.map(({ quantity }) => quantity)).to.deep.equal([10_600]);
  });

  it('counts each event once, with processes that are killed while they answer and add up', async () => {
    await sqlite.storage.open();
    await expectCountedOnce(sqlite.database, { DATABASE: sqlite.filename });
  });
});
