// Seeded books on the tests' PostgreSQL: made once per server as a database of their own, and copied by `template`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postgresUrl } from '../../../tools/test-setup.ts';
import type { Seeded } from '../local/seed.ts';
import type { Place } from '../local/server.ts';

export interface Books extends Place {
  readonly seeded: Seeded;
  drop(): Promise<void>;
}

type MakeBooks = (folder: string, place: Place) => Promise<Seeded>;

export async function copyOfDatabase(digest: string, make: MakeBooks): Promise<Books> {
  const url = new URL(await postgresUrl());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const database = `tryton_${crypto.randomUUID().slice(0, 8)}`;
  const uri = `postgresql://${url.username}@${url.host}/`;
  try {
    const template = `ledgerport_tryton_${digest}`;
    // Only one process makes it; the others wait.
    await client.query('select pg_advisory_lock(1953460588)');
    const seeded =
      (await seededIn(client, template)) ?? (await makeTemplate(client, { uri, database: template }, make));
    await client.query(`create database ${database} template ${template}`);
    return { uri, database, seeded, drop: () => drop(url.href, database) };
  } finally {
    await client.end();
  }
}

/** What was seeded stands in the database's comment, which only whole books have. */
async function seededIn(client: pg.Client, template: string): Promise<Seeded | undefined> {
  const comment = "select shobj_description(oid, 'pg_database') as seeded from pg_database where datname = $1";
  const { rows } = await client.query<{ seeded: string | null }>(comment, [template]);
  const [row] = rows;
  if (row?.seeded) return JSON.parse(row.seeded) as Seeded;
  if (row) await client.query(`drop database ${template} with (force)`);
  return undefined;
}

async function makeTemplate(client: pg.Client, place: Place, make: MakeBooks): Promise<Seeded> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-tryton-'));
  try {
    await client.query(`create database ${place.database}`);
    const seeded = await make(folder, place);
    await client.query(`comment on database ${place.database} is '${JSON.stringify(seeded)}'`);
    return seeded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drop(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database ${database} with (force)`).finally(() => client.end());
}
