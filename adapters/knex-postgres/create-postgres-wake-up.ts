import pg from 'pg';
import type { Log, WakeUp } from '#core/ports';
import { createLocalWakeUp } from '../knex/create-local-wake-up.ts';
import { quotedName } from './postgres-dialect.ts';

export interface PostgresWakeUpOptions {
  readonly url: string;
  /** As given to `openPostgres`: workers of another schema are not woken. */
  readonly schema?: string;
  readonly log?: Log;
}

export interface PostgresWakeUp extends WakeUp {
  /** Resolves when the channel is open for the first time, or closed; never rejects. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const retryFirstMs = 100;
const retryMaxMs = 5_000;

/**
 * Wakes the workers of all processes by LISTEN and NOTIFY over a connection of its own, which is opened again whenever it
 * is lost; those of this process even while it is down. When it opens all are woken: signals may have been missed.
 */
export function createPostgresWakeUp({ url, schema = 'public', log }: PostgresWakeUpOptions): PostgresWakeUp {
  const channel = quotedName(`work_${schema}`.slice(0, 63));
  const local = createLocalWakeUp();
  const opened = Promise.withResolvers<void>();
  let current: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = retryFirstMs;
  let notifying = false;
  let again = false;
  void open();

  async function open(): Promise<void> {
    const client = connection(url, lost);
    try {
      await listen(client, channel, local.signal);
    } catch (error) {
      lost((error as Error).message);
      return end(client);
    }
    if (closed) return end(client);
    current = client;
    retryMs = retryFirstMs;
    opened.resolve();
    local.signal();
  }

  /** Reports each lost connection once: a timer runs until the next is opened. */
  function lost(reason: string): void {
    current = undefined;
    if (closed || retry) return;
    log?.warn('wake-up connection was lost; polling goes on', { reason, retryMs });
    retry = setTimeout(() => {
      retry = undefined;
      void open();
    }, retryMs);
    retryMs = Math.min(retryMs * 2, retryMaxMs);
  }

  /** One at a time: the server commits notifications one after the other, and one wakes as well as ten. */
  async function notify(): Promise<void> {
    notifying = true;
    while (again) {
      again = false;
      await current?.query(`notify ${channel}`).catch(() => {});
    }
    notifying = false;
  }

  return {
    ready: opened.promise,
    signal() {
      local.signal();
      again = true;
      if (!notifying) void notify();
    },
    listen: local.listen,
    async close() {
      closed = true;
      opened.resolve();
      clearTimeout(retry);
      if (current) await end(current);
    },
  };
}

function connection(url: string, lost: (reason: string) => void): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ledgerport wake-up',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', (error) => lost(error.message));
  client.on('end', () => lost('the server ended the connection'));
  return client;
}

async function listen(client: pg.Client, channel: string, onNotification: () => void): Promise<void> {
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Its own notifications come back to a connection, too.
  client.on('notification', ({ processId }) => {
    if (processId !== rows[0]?.pid) onNotification();
  });
  await client.query(`listen ${channel}`);
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
