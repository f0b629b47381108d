import pg from 'pg';
import { withoutNul } from '../knex/columns.ts';

/** A connection as Knex uses one: it passes a query and is called back. */
export interface PostgresConnection {
  /** True once the connection is lost. */
  readonly isLost: boolean;
  query(query: Query, done: Done): void;
  end(): Promise<void>;
}

interface Query {
  readonly text: string;
  readonly values?: readonly unknown[];
}

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/** Opens a connection on which a commit that stored nothing is an error, and text goes without NUL. */
export async function connect(settings: pg.ClientConfig): Promise<PostgresConnection> {
  const client = new pg.Client(settings);
  let isLost = false;
  const lose = () => {
    isLost = true;
  };
  client.on('error', lose);
  client.on('end', lose);
  await client.connect();
  return {
    get isLost() {
      return isLost;
    },
    query(query, done) {
      const values = withoutNul(query.values ?? []);
      client.query({ ...query, values }).then((result) => done(commitFault(query.text, result), result), done);
    },
    end: () => client.end(),
  };
}

/**
 * After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error: work that had caught the failure would
 * take its changes for stored.
 */
function commitFault(text: string, { command }: pg.QueryResult): Error | null {
  if (!/^\s*commit\b/i.test(text) || command === 'COMMIT') return null;
  return new Error('the transaction was rolled back: a statement in it failed and the failure was passed over');
}
