import pg from 'pg';

export interface ListeningConnection {
  /** Notifies all others that listen. While the connection is down this does nothing and throws nothing. */
  notify(): Promise<void>;
  close(): Promise<void>;
}

export interface ListeningOptions {
  readonly url: string;
  readonly channel: string;
  /** The connection is open, for the first time or again; notifications may have been missed before. */
  onOpen(): void;
  /** Another connection notified. */
  onNotification(): void;
  onLost(reason: string, retryMs: number): void;
}

const connectTimeoutMs = 5_000;
const retryFirstMs = 100;
const retryMaxMs = 5_000;

/** A connection that listens and is opened again whenever it is lost. */
export function createListeningConnection(options: ListeningOptions): ListeningConnection {
  let current: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = retryFirstMs;
  void open();

  async function open(): Promise<void> {
    const client = connection(options.url, lost);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      // Its own notifications come back to a connection, too.
      client.on('notification', ({ processId }) => {
        if (processId !== rows[0]?.pid) options.onNotification();
      });
      await client.query(`listen ${options.channel}`);
    } catch (error) {
      lost((error as Error).message);
      return end(client);
    }
    if (closed) return end(client);
    current = client;
    retryMs = retryFirstMs;
    options.onOpen();
  }

  /** Reports each lost connection once: a timer runs until the next is opened. */
  function lost(reason: string): void {
    current = undefined;
    if (closed || retry) return;
    options.onLost(reason, retryMs);
    retry = setTimeout(() => {
      retry = undefined;
      void open();
    }, retryMs);
    retryMs = Math.min(retryMs * 2, retryMaxMs);
  }

  return {
    async notify() {
      await current?.query(`notify ${options.channel}`).catch(() => {});
    },
    async close() {
      closed = true;
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

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
