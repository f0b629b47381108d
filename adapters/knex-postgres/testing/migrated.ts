// Migrated PostgreSQL databases to begin tests with: the server copies the files of one in which the migrations have run,
// which takes a tenth of their time.
import pg from 'pg';
import { postgresUrl } from '../../../tools/test-setup.ts';
import { openPostgres } from '../open-postgres.ts';

export interface DatabaseOfATest {
  readonly url: string;
  /** Ends what is still connected to it. */
  drop(): Promise<void>;
}

/** Names the database that is copied; `npm test` makes one for all its processes. */
export const templateVariable = 'TEST_MIGRATED_DATABASE';

let template: Promise<string> | undefined;

/** Makes a database with this build's schema on the server; resolves to its name. */
export async function makeTemplate(server: string): Promise<string> {
  const name = freshName('migrated');
  await ask(server, `create database ${name}`);
  const database = await openPostgres({ url: urlOf(server, name), poolMax: 1 });
  await database.migrate().finally(() => database.close());
  return name;
}

/** An empty, migrated database of its own. */
export async function migratedDatabase(): Promise<DatabaseOfATest> {
  const server = await postgresUrl();
  const made = process.env[templateVariable];
  template ??= made === undefined ? makeTemplate(server) : Promise.resolve(made);
  const name = freshName('test');
  // As files, because the pages of each copy would lengthen the WAL, which canary-world.ts searches for secrets.
  await ask(server, `create database ${name} template ${await template} strategy file_copy`);
  return { url: urlOf(server, name), drop: () => ask(server, `drop database ${name} with (force)`) };
}

function freshName(kind: string): string {
  return `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
