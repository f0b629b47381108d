import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import { acquireError } from '../knex/acquire-error.ts';
import { withoutNul } from '../knex/without-nul.ts';

// Two of knex's files are imported by path, as in knex-sqlite/immediate-client.ts: its version is pinned, and
// open-postgres.test.ts notices if they change.

interface KnexClient {
  acquireConnection(): Promise<unknown>;
}

interface KnexTransaction {
  readonly trxClient: { query(connection: unknown, sql: string): Promise<{ response: { command: string } }> };
  _completed: boolean;
  _resolver(value: unknown): void;
  _rejecter(error: unknown): void;
}

type Constructor<T> = new (...args: unknown[]) => T;

const require = createRequire(import.meta.url);
const Client = require('knex/lib/dialects/postgres/index.js') as Constructor<KnexClient>;
const Transaction = require('knex/lib/dialects/postgres/execution/pg-transaction.js') as Constructor<KnexTransaction>;

/** knex's client, but a commit that kept nothing is an error, and text without NUL. */
export function honestClient(acquireTimeoutMs: number): typeof Knex.Client {
  class HonestTransaction extends Transaction {
    /**
     * After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error: work that had caught the failure
     * would be told that it was kept.
     */
    async commit(connection: unknown, value: unknown): Promise<void> {
      const answered = this.trxClient.query(connection, 'COMMIT');
      this._completed = true;
      try {
        const { response } = await answered;
        if (response.command !== 'COMMIT') {
          throw new Error('the transaction was rolled back: a statement in it failed and the failure was passed over');
        }
      } catch (error) {
        this._rejecter(error);
        return;
      }
      this._resolver(value);
    }
  }

  class HonestClient extends Client {
    transaction(...args: unknown[]): unknown {
      return new HonestTransaction(this, ...args);
    }

    prepBindings(bindings: unknown[] | undefined): unknown[] | undefined {
      return bindings && withoutNul(bindings);
    }

    override async acquireConnection(): Promise<unknown> {
      try {
        return await super.acquireConnection();
      } catch (error) {
        throw acquireError(error, acquireTimeoutMs);
      }
    }
  }
  return HonestClient as unknown as typeof Knex.Client;
}
