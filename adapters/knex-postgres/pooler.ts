// Recognizes a pooler between the service and PostgreSQL that is set up wrongly, and says what to set.
import pg from 'pg';

const directUrl = 'set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or let the pooler pool by session';

/** PostgreSQL's errors for a statement name that is unknown or exists already: the pooler has changed the server connection. */
const namesLost: ReadonlySet<string | undefined> = new Set(['26000', '42P05']);

/** Adds what to set to the message of an error that a pooler has caused. */
export function namingPooler(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (namesLost.has(error.code)) {
    error.message += ` (a pooler between here and PostgreSQL gives each transaction another connection: ${directUrl})`;
  } else if (error.message.includes('unsupported startup parameter')) {
    error.message +=
      ' (a pooler between here and PostgreSQL takes no such parameter: leave it out of the address; `options` such as a' +
      ' search_path can be set for the role: alter role … set search_path = …)';
  }
  return error;
}

const probeTimeoutMs = 3_000;

/**
 * Throws with what to set if a pooler gives each transaction another connection, because `listen` would then silently miss
 * notifications. PostgreSQL tells each connection the id of its own process; a pooler tells another id.
 */
export async function assertSession(url: string, variable: string): Promise<void> {
  const settings = { connectionString: url, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs };
  const [one, other] = [new pg.Client(settings), new pg.Client(settings)];
  for (const client of [one, other]) client.on('error', () => {});
  const backendOf = async (client: pg.Client): Promise<number> =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  try {
    await one.connect();
    const first = await backendOf(one);
    // `processID` is what the start of the connection told.
    if ((one as pg.Client & { readonly processID?: number }).processID === first) return;
    await other.connect();
    await other.query('begin');
    // In a session the first connection keeps its own; else this transaction has taken it.
    const isTaken = (await backendOf(other)) === first || (await backendOf(one)) !== first;
    if (isTaken) throw new PooledByTransaction(variable);
  } catch (error) {
    if (error instanceof PooledByTransaction) throw error;
    // A small pool may have no second connection, and what is wrong with the address is told elsewhere.
  } finally {
    for (const client of [one, other]) void client.end().catch(() => {});
  }
}

class PooledByTransaction extends Error {
  constructor(variable: string) {
    super(
      `${variable} leads through a pooler that gives each transaction another connection, but listening for work and ` +
        `migrations need a connection of their own: ${directUrl}`,
    );
  }
}
