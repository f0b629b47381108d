// What metering costs a read: the same service with its meter on and off, in turns, in the same run.
import { spreadOf, table } from './measure.ts';
import { createChildren, startWorld } from './world.ts';

const readsARound = 1_000;
const rounds = 8;

interface Cost {
  readonly wallMicroseconds: number;
  readonly cpuMicroseconds: number;
}

export async function benchUsage(): Promise<void> {
  const children = createChildren();
  try {
    const { service, client, connectionId, invoiceId } = await startWorld(children);
    const records = `/v1/connections/${connectionId}/invoices`;
    const cpu = async (metered: boolean) => Number((await service.ask({ metered }))['cpuMicroseconds']);

    async function round(path: string, atOnce: number, metered: boolean): Promise<Cost> {
      const cpuBefore = await cpu(metered);
      const begun = performance.now();
      let left = readsARound;
      const reader = async () => {
        while (left-- > 0) await client.expecting(200, 'GET', path);
      };
      await Promise.all(Array.from({ length: atOnce }, reader));
      const wallMicroseconds = ((performance.now() - begun) * 1000) / readsARound;
      return { wallMicroseconds, cpuMicroseconds: ((await cpu(metered)) - cpuBefore) / readsARound };
    }

    const rows: (string | number)[][] = [];
    await client.expecting(200, 'GET', `${records}/${invoiceId}`);
    for (const [what, path] of [
      ['live read', `${records}/${invoiceId}`],
      ['cached list', `${records}?limit=10`],
    ] as const) {
      for (const atOnce of [1, 32]) {
        const off: Cost[] = [];
        const on: Cost[] = [];
        await round(path, atOnce, true);
        for (let turn = 0; turn < rounds; turn++) {
          off.push(await round(path, atOnce, false));
          on.push(await round(path, atOnce, true));
        }
        const median = (costs: readonly Cost[], of: keyof Cost) => spreadOf(costs.map((cost) => cost[of])).median;
        const [wallOff, wallOn] = [median(off, 'wallMicroseconds'), median(on, 'wallMicroseconds')];
        const [cpuOff, cpuOn] = [median(off, 'cpuMicroseconds'), median(on, 'cpuMicroseconds')];
        rows.push([
          what,
          String(atOnce),
          wallOff,
          wallOn,
          wallOn / wallOff,
          cpuOff,
          cpuOn,
          cpuOn - cpuOff,
          cpuOn / cpuOff,
        ]);
      }
    }
    table(
      'What metering costs a read (SQLite, durable commits; microseconds a read, medians of rounds in turns)',
      ['read', 'in flight', 'wall off', 'wall on', 'ratio', 'CPU off', 'CPU on', 'more', 'ratio'],
      rows,
    );
  } finally {
    children.end();
  }
}
