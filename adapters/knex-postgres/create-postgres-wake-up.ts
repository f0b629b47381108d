import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { batched, type WakeUp } from '#core/ports';
import { createLocalWakeUp } from '../knex/create-local-wake-up.ts';
import { keepAliveMs } from './open-postgres.ts';

export interface PostgresWakeUp extends WakeUp {
  /** Resolves when the channel is first open, or closed; never rejects. */
  readonly ready: Promise<void>;
  /** Ends the listening connection. */
  close(): Promise<void>;
}

const timeoutMs = 5_000;
/** Between two questions whether the server is there: it says nothing by itself while nobody signals. */
const questionsEveryMs = 5_000;
const retryFirstMs = 100;
const retryMaxMs = 5_000;
/** Each schema has a channel of its own, so that its signals wake only its workers. */
const channelSql = `left('work_' || coalesce(current_schema(), ''), 63)`;

interface WakeUpOptions {
  /** A server that has LISTEN: no pooler that gives each transaction another connection. */
  readonly url: string;
  readonly questionsMs?: number;
}

/**
 * Wakes the workers of all processes by LISTEN and NOTIFY over a connection of its own, which it opens again after a
 * loss, also where the server is gone without a word. Workers of this process are woken without it. All wake when it opens,
 * because signals may have been missed.
 */
export function createPostgresWakeUp({ url, questionsMs = questionsEveryMs }: WakeUpOptions): PostgresWakeUp {
  const local = createLocalWakeUp();
  const opened = Promise.withResolvers<void>();
  const closing = new AbortController();
  let current: pg.Client | undefined;
  // Signals that arrive while NOTIFY runs share the next one: the server commits notifications one after the other.
  const notify = batched(async (signals: readonly true[]) => {
    const asked = current;
    await asked?.query(`select pg_notify(${channelSql}, '')`).catch(() => asked.end());
    return signals;
  });
  void stayOpen();

  async function stayOpen(): Promise<void> {
    for (let pauseMs = retryFirstMs; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, retryMaxMs)) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'ledgerport wake-up',
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
      });
      try {
        const { promise: loss, resolve: lose } = Promise.withResolvers<void>();
        client.on('error', () => lose()).on('end', lose);
        await listen(client, local.signal);
        current = client;
        pauseMs = retryFirstMs;
        opened.resolve();
        local.signal();
        await Promise.race([loss, unanswered(client, questionsMs, closing.signal)]);
      } catch {
        // Workers poll until the connection is open again.
      }
      current = undefined;
      void client.end().catch(() => {});
      // Many processes lose their connections at the same moment and should not all come back in the same one.
      await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    ready: opened.promise,
    signal() {
      local.signal();
      void notify(true);
    },
    listen: local.listen,
    async close() {
      closing.abort();
      opened.resolve();
      await current?.end().catch(() => {});
    },
  };
}

/** Resolves once the server leaves a question without an answer, or at the signal. */
async function unanswered(client: pg.Client, everyMs: number, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await pause(everyMs, undefined, { signal });
      await client.query('select 1');
    }
  } catch {
    // The client gives up a question after `timeoutMs`.
  }
}

async function listen(client: pg.Client, onNotification: () => void): Promise<void> {
  await client.connect();
  const [{ pid, channel }] = (await client.query(`select pg_backend_pid() as pid, ${channelSql} as channel`)).rows;
  // The server also sends a connection its own notifications.
  client.on('notification', ({ processId }) => {
    if (processId !== pid) onNotification();
  });
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
