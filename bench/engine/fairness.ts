// How long one operation of a quiet organization waits while a noisy one has thousands queued before it.
import { setTimeout as sleep } from 'node:timers/promises';
import { spreadOf, table } from '../measure.ts';
import { type Child, startChild } from './children.ts';
import { nowMs, payloadOf } from './contender.ts';
import { ids, installOurs, type OurSide, openOurs, operationOf, queueOurs } from './our-worker.ts';
import { type BenchServer, withDatabase } from './server.ts';

const flood = 10_000;
const singles = 20;
const slots = 20;
const eachMs = 10;
const betweenMs = 150;
const barMs = 1_000;
const waitMs = 60_000;
const types = ['webhook.deliver', 'automation.invoice.record_payment'] as const;
type FloodType = (typeof types)[number];

export async function benchFairness(server: BenchServer): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const type of types) {
    const waits = await singlesAmid(server, type);
    const worst = Math.max(...waits);
    rows.push([type, waits.length, spreadOf(waits).median, worst, worst < barMs ? 'met' : 'missed']);
  }
  table(
    `One operation of a quiet organization beside ${flood} of a noisy one (one worker, ${slots} slots, ${eachMs} ms each; bar: under ${barMs} ms)`,
    ['type', 'times', 'median ms', 'longest ms', 'bar'],
    rows,
  );
}

async function singlesAmid(server: BenchServer, type: FloodType): Promise<readonly number[]> {
  const url = await server.fresh();
  await installOurs(url);
  const side = await openOurs(url);
  try {
    const worker = await startChild('flood-process.ts', [url, String(slots), String(eachMs)]);
    try {
      await refill(side, type, server, url);
      await worker.ask('start');
      for (let i = 0; i < singles; i += 1) {
        await sleep(betweenMs);
        if ((await left(url)) < flood / 4) await refill(side, type, server, url);
        await queueOurs(side.database, [operationOf(ids.next('org'), type, payloadOf(nowMs()))]);
        side.wakeUp.signal();
        await told(worker, i + 1);
      }
      const { waits } = await worker.ask('waits');
      await worker.ask('stop');
      return waits as number[];
    } finally {
      await worker.end();
    }
  } finally {
    await side.close();
  }
}

async function refill({ database, wakeUp }: OurSide, type: FloodType, server: BenchServer, url: string): Promise<void> {
  const noisy = ids.next('org');
  await queueOurs(
    database,
    Array.from({ length: flood }, () => operationOf(noisy, type, payloadOf(0))),
  );
  await server.calm(url);
  wakeUp.signal();
}

const left = (url: string): Promise<number> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from operations where state in ('queued', 'retrying')`,
    );
    return rows[0]?.n ?? 0;
  });

async function told(worker: Child, count: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const { waits } = await worker.ask('waits');
    if ((waits as number[]).length >= count) return;
    if (performance.now() > deadline) throw new Error(`a single operation waited longer than ${waitMs / 1000} s`);
    await sleep(5);
  }
}
