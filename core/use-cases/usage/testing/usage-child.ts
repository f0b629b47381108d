// A process that usage-schedule.test.ts kills: answers live reads, prints their ids, and rolls up stored uses.
import { createUsageMeter, openSqlite } from '../../../../contract-tests/testing/doubles.ts';
import type { UsageEvent } from '../../../domain/usage.ts';
import { usageSchedule } from '../metering.ts';

const { DATABASE = '', NAME = '' } = process.env;
const { storage } = await openSqlite({ filename: DATABASE });
const at = new Date('2026-01-15T12:00:00Z');
const owner = { organizationId: 'org_1' as UsageEvent['organizationId'], environment: 'test' as const };
const used = {
  ...owner,
  connectionId: 'conn_1' as UsageEvent['connectionId'],
  meter: 'read_live',
  quantity: 1,
} as const;
const meter = createUsageMeter({ store: storage.usage, log: { info: () => {}, warn: () => {} }, nextId: () => '' });
const schedule = usageSchedule({ storage, clock: { now: () => at, wait: async () => {} } });
const tick = { schedule: 'usage', at, progress: null, heldUntil: at };

async function read(reader: number): Promise<void> {
  for (let n = 0; n < 100_000; n++) {
    const id = `${NAME}_${reader}_${n}`;
    await meter.keep({ ...used, id, at });
    // A pipe takes the id at once, as a socket takes an answer.
    process.stdout.write(`${id}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function rollUp(): Promise<void> {
  for (let round = 0; round < 100_000; round++) {
    await schedule.part(tick);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

await Promise.all([read(1), read(2), read(3), rollUp()]);
