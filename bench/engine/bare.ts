// The floors: the fewest statements with which jobs can be claimed and completed durably.
import pg from 'pg';
import { type Contender, type Engine, type Payload, payloadOf } from './contender.ts';

const loops = 10;
const chunk = 10_000;

const install = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(`create table jobs (
      id bigint generated always as identity primary key, payload jsonb not null, state text not null default 'queued',
      claimed_at timestamptz, done_at timestamptz)`);
    await client.query(`create index jobs_queued on jobs (id) where state = 'queued'`);
  });

const enqueue = (url: string, _task: unknown, count: number): Promise<void> =>
  withClient(url, async (client) => {
    for (let i = 0; i < count; i += chunk) {
      const rows = Math.min(chunk, count - i);
      await client.query('insert into jobs (payload) select $1::jsonb from generate_series(1, $2)', [
        payloadOf(0),
        rows,
      ]);
    }
  });

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

interface Job {
  readonly id: string;
  readonly payload: Payload;
}

function bare(batch: number): Contender {
  const claim = {
    name: 'claim',
    text: `update jobs set state = 'running', claimed_at = now() where id = any(array(
      select id from jobs where state = 'queued' order by id limit ${batch} for update skip locked)) returning id, payload`,
  };
  const complete = {
    name: 'complete',
    text: batch === 1 ? `update jobs set state = 'done', done_at = now() where id = $1` : completeMany,
  };

  async function open(url: string, _task: unknown, ran: (at: number) => void): Promise<Engine> {
    const clients = Array.from({ length: loops }, () => new pg.Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    let stopping = false;
    let running: Promise<unknown> = Promise.resolve();
    const loop = async (client: pg.Client): Promise<void> => {
      while (!stopping) {
        const { rows } = await client.query<Job>(claim);
        if (rows.length === 0) return;
        for (const { payload } of rows) ran(payload.at);
        const ids = rows.map(({ id }) => id);
        await client.query({ ...complete, values: [batch === 1 ? ids[0] : ids] });
      }
    };
    return {
      start: async () => {
        stopping = false;
        running = Promise.all(clients.map(loop));
      },
      stop: async () => {
        stopping = true;
        await running;
      },
      close: async () => {
        await Promise.all(clients.map((client) => client.end()));
      },
    };
  }

  return {
    name: `floor: bare claim-${batch}, complete-${batch}`,
    settings: `plain pg, prepared statements, ${loops} loops a process, each with a connection`,
    parts: ['jobs'],
    openSql: `select exists (select 1 from jobs where state <> 'done') as open`,
    doneSql: `select count(*)::int as done from jobs where state = 'done'`,
    install,
    enqueue,
    open,
  };
}

const completeMany = `update jobs set state = 'done', done_at = now() where id = any($1::bigint[])`;

export const contenders: readonly Contender[] = [bare(1), bare(50)];
