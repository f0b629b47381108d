import type { Log, WakeUp } from '#core';
import pg from 'pg';

export interface PostgresWakeUpOptions {
  readonly url: string;
  /** As given to `openPostgres`: work in another schema of the same database is none of ours. */
  readonly schema?: string;
  readonly log?: Log;
}

export interface PostgresWakeUp extends WakeUp {
  /** Resolves when the channel is open for the first time; never rejects. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const retryFirstMs = 100;
const retryMaxMs = 5_000;

/**
 * Wakes workers of all processes by LISTEN and NOTIFY over a connection of its own, which is opened again whenever it
 * is lost. After each opening every listener is called once, since signals may have been missed meanwhile.
 */
export function createPostgresWakeUp({ url, schema, log }: PostgresWakeUpOptions): PostgresWakeUp {
  const channel = `ledgerport_work_${schema ?? 'default'}`.slice(0, 63);
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let waking = false;
  let notifying = false;
  let notifyAgain = false;
  const opened = Promise.withResolvers<void>();

  void open(retryFirstMs);
  return { ready: opened.promise, signal, listen, close };

  async function open(nextRetryMs: number): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: connectTimeoutMs });
    let lost = false;
    const lose = (error?: Error) => {
      if (lost) return;
      lost = true;
      if (client === next) client = undefined;
      if (!closed) reopen(nextRetryMs, error);
    };
    next.on('error', lose);
    next.on('end', () => lose());
    // Signals of this very connection were handed on when they were given.
    next.on('notification', ({ processId }) => {
      if (processId !== processIdOf(next)) wake();
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      lose(error as Error);
      await end(next);
      return;
    }
    if (lost || closed) return end(next);
    client = next;
    nextRetryMs = retryFirstMs;
    opened.resolve();
    wake();
  }

  function reopen(afterMs: number, error?: Error): void {
    log?.warn('the wake-up connection was lost; polling goes on', { retryMs: afterMs, reason: error?.message });
    retry = setTimeout(() => void open(Math.min(afterMs * 2, retryMaxMs)), afterMs);
  }

  /** Later, and once for many signals. */
  function wake(): void {
    if (waking) return;
    waking = true;
    setImmediate(() => {
      waking = false;
      for (const listener of [...listeners]) listener();
    });
  }

  function signal(): void {
    wake();
    if (notifying) notifyAgain = true;
    else void notify();
  }

  /** One NOTIFY at a time: PostgreSQL lets only one transaction commit a notification at once. */
  async function notify(): Promise<void> {
    notifying = true;
    try {
      do {
        notifyAgain = false;
        await client?.query(`notify ${channel}`);
      } while (notifyAgain);
    } catch {
      // A lost signal costs the polling interval; the connection's own error handler opens it again.
    } finally {
      notifying = false;
    }
  }

  function listen(listener: () => void): () => void {
    const entry = () => listener();
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  async function close(): Promise<void> {
    closed = true;
    clearTimeout(retry);
    listeners.clear();
    opened.resolve();
    if (client) await end(client);
  }
}

/** pg knows the server's process behind a connection, its types do not. */
function processIdOf(client: pg.Client): number | null | undefined {
  return (client as pg.Client & { readonly processID?: number | null }).processID;
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
