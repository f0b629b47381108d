import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import { type Contender, type Engine, type Payload, payloadOf, type Task } from './contender.ts';

const application = 'bench';
const queue = 'bench';
const chunk = 1_000;

const logger = {
  debug() {},
  info() {},
  warn() {},
  error: (entry: unknown) => console.error('DBOS:', entry),
};

const clientOf = (url: string, systemDatabasePoolSize = 2): Promise<DBOSClient> =>
  DBOSClient.create({ systemDatabaseUrl: url, applicationName: application, logger, systemDatabasePoolSize });

const named = (task: Task) => ({ queueName: queue, workflowName: task, appVersion: '1' });

async function enqueue(url: string, task: Task, count: number): Promise<void> {
  const client = await clientOf(url);
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    for (let i = 0; i < count; i += chunk) {
      await connection.query('begin');
      for (let n = i; n < Math.min(count, i + chunk); n += 1) {
        await client.enqueueInTransaction(connection, named(task), payloadOf(0));
      }
      await connection.query('commit');
    }
  } finally {
    await connection.end();
    await client.destroy();
  }
}

const pollMs = 20;

function contender(connections: number, atOnce: number): Contender {
  async function install(url: string): Promise<void> {
    await DBOS.migrate(url);
    const client = await clientOf(url);
    await client.registerQueue(queue, { workerConcurrency: atOnce, minPollingIntervalMs: pollMs });
    await client.destroy();
  }

  async function open(url: string, _task: Task, ran: (at: number) => void): Promise<Engine> {
    DBOS.setConfig({
      name: application,
      systemDatabaseUrl: url,
      systemDatabasePoolSize: connections,
      applicationVersion: '1',
      executorID: `worker-${process.pid}`,
      runMigrations: false,
      logger,
    });
    DBOS.registerWorkflow(
      async ({ at }: Payload) => {
        ran(at);
        const first = await DBOS.runStep(async () => ({ step: 1 }), { name: 'first' });
        return DBOS.runStep(async () => ({ step: first.step + 1 }), { name: 'second' });
      },
      { name: 'two-step' satisfies Task },
    );
    return { start: () => DBOS.launch(), stop: () => DBOS.shutdown(), close: async () => {} };
  }

  return {
    name: `DBOS, pool of ${connections}`,
    settings: `pool of ${connections}, workerConcurrency ${atOnce}, minPollingIntervalMs ${pollMs}, the rest as it comes`,
    parts: ['steps'],
    openSql: `select exists (select 1 from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')) as open`,
    doneSql: `select count(*)::int as done from dbos.workflow_status where status = 'SUCCESS'`,
    install,
    enqueue,
    open,
  };
}

export const contenders: readonly Contender[] = [contender(10, 100), contender(20, 200)];
