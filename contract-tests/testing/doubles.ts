// What the core's tests run on: doubles that fill its ports and keep the ports' contracts. SQLite and PostgreSQL store, the
// sandbox is the ledger. No test of the core reaches an adapter but through here; architecture.test.ts holds them to that.
import type { Storage } from '#core/ports';
import type { Database } from '../../adapters/knex/database.ts';
import type { Dialect } from '../../adapters/knex/dialect.ts';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { postgresDialect } from '../../adapters/knex-postgres/postgres-dialect.ts';
import { postgresForTests } from '../../adapters/knex-postgres/testing/postgres.ts';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { sqliteDialect } from '../../adapters/knex-sqlite/sqlite-dialect.ts';
import { inMemory } from '../../adapters/knex-sqlite/testing/migrated.ts';
import { type SqliteForTests, sqliteForTests } from '../../adapters/knex-sqlite/testing/sqlite.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import type { Harness } from '../contract.ts';

export { createUsageMeter } from '../../adapters/call-journal/index.ts';
export {
  createDigester,
  createEventSigner,
  createPasswordHasher,
  createSecondFactors,
  createSecretVault,
} from '../../adapters/crypto/index.ts';
export type { ClosableRequestBudget } from '../../adapters/knex/request-budget.ts';
export { createLocalWakeUp, openSqlite } from '../../adapters/knex-sqlite/index.ts';
export {
  type CallBounds,
  createLedgerAuthorization,
  createLedgerGateway,
  createLedgerProvider,
  createNotificationVerifier,
  sandboxProfile,
} from '../../adapters/ledger-http/index.ts';
export { traits } from '../../adapters/ledger-http/traits.ts';
export { createSandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
export { smallPng } from '../../adapters/pictures/index.ts';
export { createIdGenerator } from '../../adapters/system/index.ts';
export { serveSandbox } from '../../hosts/sandbox/serve-sandbox.ts';
export { type Sandbox, sandboxOf } from '../../tests/walk/client.ts';
export { type Database, inMemory, type SqliteForTests, sqliteForTests };

export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseName = (typeof databases)[number];

export { describePostgres };

export interface DatabaseForTests {
  readonly name: DatabaseName;
  readonly database: Database;
  readonly dialect: Dialect;
  readonly storage: Harness<Storage>;
  /** An empty one: on SQLite another in memory, on PostgreSQL this one, emptied. */
  emptied(): Promise<Database>;
  /** Further connections to the same data, as another process has them. */
  open(): Promise<Database>;
  /** Another database with what this one holds now; who asks closes it. */
  copied(): Promise<Database>;
  close(): Promise<void>;
}

export async function databaseForTests(name: DatabaseName): Promise<DatabaseForTests> {
  if (name === 'PostgreSQL') {
    const { url, ...postgres } = await postgresForTests();
    const emptied = () => postgres.storage.open().then(() => postgres.database);
    return { ...postgres, name, dialect: postgresDialect, open: () => openPostgres({ url }), emptied };
  }
  const { filename, close, ...sqlite } = await sqliteForTests();
  const open = () => openSqlite({ filename, synchronous: 'normal' });
  let last: Database | undefined;
  const emptied = async () => {
    await last?.close();
    last = await inMemory();
    return last;
  };
  return {
    ...sqlite,
    name,
    dialect: sqliteDialect,
    open,
    emptied,
    close: () => Promise.all([last?.close(), close()]).then(() => {}),
  };
}

/** The suite, once on SQLite and once on PostgreSQL, each with a database of its own; it is there once hooks run. */
export function onBothDatabases(
  title: string,
  suite: (given: () => DatabaseForTests, name: DatabaseName) => void,
): void {
  for (const name of databases) {
    (name === 'SQLite' ? describe : describePostgres)(`${title} on ${name}`, () => {
      let opened: DatabaseForTests | undefined;
      before(async () => {
        opened = await databaseForTests(name);
      });
      suite(() => {
        if (opened === undefined) throw new Error(`${name} is not open yet`);
        return opened;
      }, name);
      after(() => opened?.close());
    });
  }
}
