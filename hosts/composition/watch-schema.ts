// Ends a process that a migration has left behind (docs/upgrade.md).
import type { Log } from '#core';
import type { Database } from './open-database.ts';
import type { Shutdown } from './shutdown.ts';

interface Watched {
  readonly database: Pick<Database, 'assertSchemaCurrent' | 'schemaState'>;
  readonly log: Log;
  /** By default ends the process as a supervisor does, but with code 1. */
  readonly end?: () => void;
  readonly everyMs?: number;
}

/**
 * Ends the process, with the reason, when a migration has removed something from the schema that this build needs: it would
 * read and write wrongly. Looks every five seconds, and not while an earlier look waits for the database, so that it ends the
 * process once. A build does not start on such a schema.
 */
export function watchSchema(
  { database, log, end = endProcess, everyMs = 5_000 }: Watched,
  shutdown: Pick<Shutdown, 'add'>,
): void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // While the database is away, requests and loops say so.
    const state = await database.schemaState().catch(() => undefined);
    isLooking = false;
    if (state?.kind !== 'newer') return;
    clearInterval(timer);
    const why = await database.assertSchemaCurrent().catch((error: unknown) => error);
    log.error('a later build has migrated the database, and this process ends', why);
    end();
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  shutdown.add('the watch of the schema', () => clearInterval(timer));
}

function endProcess(): void {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}
