import pg from 'pg';
import { WriteDefect } from '#core/ports';
import { withoutNul } from '../knex/columns.ts';
import type { Connection } from '../knex/pool.ts';

/** A connection as Knex uses one: it passes a query and is called back. */
export interface PostgresConnection extends Connection {
  /** True once the connection is lost. */
  readonly isLost: boolean;
  query(query: Query, done: Done): void;
  end(): Promise<void>;
}

interface Query {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values?: readonly unknown[];
}

/** What a server answers to a write once another has taken its place: a new connection reaches that one. */
const readOnly = '25006';

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Opens a connection on which a commit that stored nothing is an error, and text goes without NUL. It is lost where the
 * server is silent for `silenceMs`: for one that is gone without a word, TCP would wait a quarter of an hour.
 */
export async function connect(settings: pg.ClientConfig, silenceMs: number): Promise<PostgresConnection> {
  const client = new pg.Client(settings);
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  client.on('error', lose).on('end', lose);
  await client.connect();
  let isBounded = true;
  const ask = (query: Query): Promise<pg.QueryResult> => {
    // A migration says that its statements may take any time.
    if (/^(begin|set local statement_timeout)/i.test(query.text)) isBounded = /^begin/i.test(query.text);
    const silence = isBounded ? setTimeout(() => client.end(), silenceMs) : undefined;
    const values = withoutNul(query.values ?? []);
    const answered = client.query({ ...query, values });
    answered.catch((error) => error.code === readOnly && lose());
    return answered.finally(() => clearTimeout(silence));
  };
  return {
    get isLost() {
      return isLost;
    },
    query(query, done) {
      const name = query.name ?? nameOf(query.text, query.values?.length ?? 0);
      const answered = ask({ ...query, name });
      if (!/^\s*commit\b/i.test(query.text)) answered.then((result) => done(null, result), done);
      else
        answered.then(
          (result) => done(commitFault(result), result),
          (error) => done(inDoubt(error)),
        );
    },
    rows: async (text, values) => (await ask({ text, name: named(text), values })).rows,
    end: () => client.end(),
  };
}

const names = new Map<string, string>();
const [namesMost, valuesMost] = [300, 20];
const isPlannable = /^(select|insert|update|delete|with)\b/i;
/** A statement that was planned before its table got a column can no longer be run. */
const namesNoColumns = /\b(select|returning) ([\w".]+\.)?\*/i;

/**
 * Planning costs more than running most statements do, so each connection plans a statement once. Not so many that they
 * would fill the server's memory, and none of those that have another text for every length of a list.
 */
function nameOf(text: string, values: number): string | undefined {
  const name = names.get(text);
  if (name || names.size >= namesMost || values > valuesMost) return name;
  if (!isPlannable.test(text) || namesNoColumns.test(text)) return undefined;
  return named(text);
}

function named(text: string): string {
  const name = names.get(text) ?? `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** PostgreSQL answers a COMMIT after a failed statement with ROLLBACK and no error: changes would pass for stored. */
function commitFault({ command }: pg.QueryResult): Error | null {
  if (command === 'COMMIT') return null;
  return new Error('the transaction was rolled back: a statement in it failed and the failure was passed over');
}

/** A refusal is the server's word that it did not commit; the end of the connection, for which it has codes too, is none. */
function inDoubt(error: Error): Error {
  const isRefusal = error instanceof pg.DatabaseError && !error.code?.startsWith('57');
  return isRefusal ? error : new WriteDefect('unknown', error);
}
