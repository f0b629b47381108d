// The one PostgreSQL of a run, with a fresh database for every measurement.
import pg from 'pg';
import { startPostgres } from '../../tools/test-postgres.ts';

export interface BenchServer {
  /** A new empty database; returns its address. Those of before are dropped. */
  fresh(): Promise<string>;
  /** Statistics are taken and dirty pages written, so that no contender pays for what came before it. */
  calm(url: string): Promise<void>;
  /** Settings that the server answers with, by name. */
  settings(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

const shownSettings = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
  'max_wal_size',
  'checkpoint_timeout',
  'max_connections',
];

const statementTimeoutMs = 900_000;

export async function startServer(): Promise<BenchServer> {
  const server = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: server.url, statement_timeout: statementTimeoutMs });
  admin.on('error', () => {});
  await admin.connect();
  let made = 0;
  let current: string | undefined;

  const drop = async (): Promise<void> => {
    if (current) await admin.query(`drop database if exists ${current} with (force)`);
    current = undefined;
  };
  return {
    fresh: async () => {
      await drop();
      made += 1;
      current = `bench_${process.pid}_${made}`;
      await admin.query(`create database ${current}`);
      const url = new URL(server.url);
      url.pathname = `/${current}`;
      return url.href;
    },
    calm: (url) =>
      withDatabase(url, async (client) => {
        await client.query('vacuum analyze');
        await client.query('checkpoint');
      }),
    settings: async () => {
      const { rows } = await admin.query<{ name: string; value: string }>(
        'select name, current_setting(name) as value from unnest($1::text[]) as name',
        [shownSettings],
      );
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },
    stop: async () => {
      await drop().catch(() => {});
      await admin.end().catch(() => {});
      await server.stop();
    },
  };
}

export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: statementTimeoutMs });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
