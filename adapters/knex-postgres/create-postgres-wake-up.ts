import type { Log, WakeUp } from '#core/ports';
import { createListeners } from '../knex/listeners.ts';
import { createListeningConnection } from './listening-connection.ts';
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

/**
 * Wakes the workers of all processes by LISTEN and NOTIFY over a connection of its own; those of this process even
 * while the connection is down. Whenever it is opened all are woken, since signals may have been missed.
 */
export function createPostgresWakeUp({ url, schema = 'public', log }: PostgresWakeUpOptions): PostgresWakeUp {
  const listeners = createListeners();
  const opened = Promise.withResolvers<void>();
  const connection = createListeningConnection({
    url,
    channel: quotedName(`work_${schema}`.slice(0, 63)),
    onOpen() {
      opened.resolve();
      listeners.wake();
    },
    onNotification: listeners.wake,
    onLost: (reason, retryMs) => log?.warn('wake-up connection was lost; polling goes on', { reason, retryMs }),
  });
  let notifying = false;
  let again = false;

  /** One at a time: the server commits notifications one after the other, and one wakes as well as ten. */
  async function notify(): Promise<void> {
    notifying = true;
    do {
      again = false;
      await connection.notify();
    } while (again);
    notifying = false;
  }

  return {
    ready: opened.promise,
    signal() {
      listeners.wake();
      again = true;
      if (!notifying) void notify();
    },
    listen: listeners.add,
    async close() {
      listeners.clear();
      opened.resolve();
      await connection.close();
    },
  };
}
