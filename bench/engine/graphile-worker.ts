import { Logger, makeWorkerUtils, type Runner, run, runMigrations } from 'graphile-worker';
import { type Contender, type Engine, nowMs, type Payload, payloadOf, type Task } from './contender.ts';

const task = 'bench';
const chunk = 5_000;
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error('graphile-worker:', message);
});

const utilsOf = (url: string) => makeWorkerUtils({ connectionString: url, logger });

async function enqueue(url: string, _task: Task, count: number): Promise<void> {
  const utils = await utilsOf(url);
  for (let i = 0; i < count; i += chunk) {
    const specs = Array.from({ length: Math.min(chunk, count - i) }, () => ({
      identifier: task,
      payload: payloadOf(0),
    }));
    await utils.addJobs(specs);
  }
  await utils.release();
}

function contender(name: string, settings: string, preset: GraphileConfig.Preset): Contender {
  async function open(url: string, _task: Task, ran: (at: number) => void): Promise<Engine> {
    let runner: Runner | undefined;
    return {
      start: async () => {
        runner = await run({
          connectionString: url,
          logger,
          noHandleSignals: true,
          preset,
          taskList: { [task]: async (payload) => ran((payload as Payload).at) },
        });
      },
      stop: async () => {
        await runner?.stop();
        runner = undefined;
      },
      close: async () => {},
    };
  }
  return {
    name,
    settings,
    parts: ['jobs', 'latency'],
    openSql: 'select exists (select 1 from graphile_worker._private_jobs) as open',
    install: (url) => runMigrations({ connectionString: url, logger }),
    enqueue,
    open,
    enqueuer: async (url) => {
      const utils = await utilsOf(url);
      return {
        add: async () => void (await utils.addJob(task, payloadOf(nowMs()))),
        close: async () => void (await utils.release()),
      };
    },
  };
}

export const contenders: readonly Contender[] = [
  contender(
    'graphile-worker, unbatched',
    'concurrentJobs 10, maxPoolSize 12, nothing batched; ended jobs are deleted',
    {
      worker: { concurrentJobs: 10, maxPoolSize: 12 },
    },
  ),
];
