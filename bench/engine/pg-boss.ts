import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, PgBoss, type WorkOptions } from 'pg-boss';
import { type Contender, type Engine, nowMs, type Payload, payloadOf, type Task } from './contender.ts';

const queue = 'bench';
const chunk = 5_000;
const cacheSeconds = 1;

async function opened(url: string, max: number, supervise: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max,
    supervise,
    schedule: false,
    useListenNotify: true,
    queueCacheIntervalSeconds: cacheSeconds,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', (error) => console.error('pg-boss:', error.message));
  await boss.start();
  return boss;
}

async function install(url: string): Promise<void> {
  const boss = await opened(url, 2, false);
  await boss.createQueue(queue, { notify: true });
  await boss.stop();
}

async function enqueue(url: string, _task: Task, count: number): Promise<void> {
  const boss = await opened(url, 2, false);
  for (let i = 0; i < count; i += chunk) {
    await boss.insert(
      queue,
      Array.from({ length: Math.min(chunk, count - i) }, () => ({ data: payloadOf(0) })),
    );
  }
  // Workers learn of a backlog, which lets them fetch without a pause, from counts that this takes and they cache.
  await sleep(1_100);
  await boss.supervise(queue);
  await boss.stop();
  await sleep(cacheSeconds * 1_200);
}

interface Settings {
  readonly name: string;
  readonly settings: string;
  readonly connections: number;
  readonly work: WorkOptions;
  readonly parts: Contender['parts'];
}

function throughWork({ name, settings, connections, work, parts }: Settings): Contender {
  async function open(url: string, _task: Task, ran: (at: number) => void): Promise<Engine> {
    const boss = await opened(url, connections, false);
    return {
      start: async () => {
        await boss.work<Payload>(queue, work, async (jobs: Job<Payload>[]) => {
          for (const { data } of jobs) ran(data.at);
          return { ok: true };
        });
      },
      stop: () => boss.offWork(queue),
      close: () => boss.stop(),
    };
  }
  return { ...common, name, settings, parts, open };
}

/** The same by `fetch` and `complete`, which the documentation offers to those who run their own loops. */
function throughFetch(loops: number): Contender {
  async function open(url: string, _task: Task, ran: (at: number) => void): Promise<Engine> {
    const boss = await opened(url, loops, false);
    let stopping = false;
    let running: Promise<unknown> = Promise.resolve();
    const loop = async (): Promise<void> => {
      while (!stopping) {
        const [job] = await boss.fetch<Payload>(queue);
        if (!job) return;
        ran(job.data.at);
        await boss.complete(queue, job.id, { ok: true });
      }
    };
    return {
      start: async () => {
        stopping = false;
        running = Promise.all(Array.from({ length: loops }, loop));
      },
      stop: async () => {
        stopping = true;
        await running;
      },
      close: () => boss.stop(),
    };
  }
  const settings = `${loops} loops of fetch() and complete() a process, pool of ${loops}`;
  return { ...common, name: 'pg-boss, batch 1, fetch/complete', settings, parts: ['jobs'], open };
}

const common = {
  openSql: `select exists (select 1 from pgboss.job where name = '${queue}' and state < 'completed') as open`,
  doneSql: `select count(*)::int as done from pgboss.job where name = '${queue}' and state = 'completed'`,
  install,
  enqueue,
  enqueuer: async (url: string) => {
    const boss = await opened(url, 10, false);
    return {
      add: async () => void (await boss.send(queue, payloadOf(nowMs()))),
      close: () => boss.stop(),
    };
  },
};

export const contenders: readonly Contender[] = [
  throughWork({
    name: 'pg-boss, batch 1, work',
    settings: 'work(): localConcurrency 20, burstWhenReadyExceeds 1 with fresh counts, pool of 20',
    connections: 20,
    work: { batchSize: 1, localConcurrency: 20, burstWhenReadyExceeds: 1, pollingIntervalSeconds: 0.5 },
    parts: ['jobs'],
  }),
  throughFetch(10),
  throughWork({
    name: 'pg-boss, batch 1,000',
    settings: 'work(): batchSize 1000, localConcurrency 2, burstWhenBatchFull, pool of 10',
    connections: 10,
    work: { batchSize: 1_000, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
    parts: ['jobs'],
  }),
  ...[2, 10].map((workers) =>
    throughWork({
      name: `pg-boss, LISTEN/NOTIFY, ${workers} workers`,
      settings: `work(): batchSize 1, localConcurrency ${workers}, notify and useListenNotify, pool of 10`,
      connections: 10,
      work: { batchSize: 1, localConcurrency: workers, pollingIntervalSeconds: 0.5 },
      parts: ['latency'],
    }),
  ),
];
