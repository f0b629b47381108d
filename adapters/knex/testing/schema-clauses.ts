import { deepEqual, equal, match } from 'node:assert/strict';
import type { Clause } from '#contract-tests';
import type { Database } from '../database.ts';
import type { SchemaWords } from '../dialect.ts';
import { hostedApps } from '../migrations/0022-hosted-apps.ts';
import { unlimited } from '../migrations/0040-unlimited.ts';
import { migrations } from '../migrations/migrations.ts';
import { rowsOf } from '../session.ts';
import { rejection } from './rejection.ts';
import { tablesWithoutOwner } from './tables-without-owner.ts';

/** An empty database that several hosts can open. */
export interface EmptyDatabase {
  /** Selects `name` of every table. */
  readonly tables: string;
  open(): Promise<Database>;
}

const names = Object.keys(migrations);
const expected = names.length;

/** Returns for each table whether it has an owner. */
async function ownedTables({ tables, open }: EmptyDatabase): Promise<ReadonlyMap<string, boolean>> {
  const { knex, migrate } = await open();
  await migrate();
  const owned = new Map<string, boolean>();
  for (const { name } of await rowsOf<{ name: string }>(knex, tables, [])) {
    const owner = await knex(name).columnInfo('organization_id');
    const isThere = 'nullable' in owner;
    equal(isThere && owner.nullable, false, `the owner of ${name} may be null`);
    owned.set(name, isThere);
  }
  return owned;
}

const future = { version: expected + 1, name: 'future', applied_at: 1 };

/** Promises of a schema to hosts, on both databases. */
export const schemaClauses: readonly Clause<EmptyDatabase>[] = [
  {
    name: 'an empty database says so and is refused; migrated it is current, and a second time nothing is done',
    async check({ open }) {
      const database = await open();
      deepEqual(await database.schemaState(), { kind: 'empty', version: 0, expected });
      match((await rejection(database.assertSchemaCurrent())) ?? '', /no schema yet: run "ledgerport migrate"/);
      equal((await database.migrate()).length, expected);
      deepEqual(await database.schemaState(), { kind: 'current', version: expected, expected });
      await database.assertSchemaCurrent();
      deepEqual(await database.migrate(), []);
    },
  },
  {
    name: 'a schema that is older, or newer and without what this build needs, is refused in a clear sentence',
    async check({ open }) {
      const database = await open();
      await database.migrate();
      await database.knex('schema_versions').insert({ ...future, build_needs: expected + 1 });
      deepEqual(await database.schemaState(), { kind: 'newer', version: expected + 1, expected });
      match(
        (await rejection(database.assertSchemaCurrent())) ?? '',
        /newer than the \d+ this build knows, and lacks what this build needs: start the newer/,
      );
      await database.knex('schema_versions').where('version', '>=', expected).delete();
      deepEqual(await database.schemaState(), { kind: 'older', version: expected - 1, expected });
      match((await rejection(database.assertSchemaCurrent())) ?? '', /is at version \d+, this build needs \d+: run/);
    },
  },
  {
    name: 'a schema to which a later build has only added is current',
    async check({ open }) {
      const database = await open();
      await database.migrate();
      await database.knex('schema_versions').insert({ ...future, build_needs: expected });
      deepEqual(await database.schemaState(), { kind: 'current', version: expected + 1, expected });
      await database.assertSchemaCurrent();
      deepEqual(await database.migrate(), []);
    },
  },
  {
    name: 'a schema from before the first release is refused in a clear sentence',
    async check({ open }) {
      const database = await open();
      await database.migrate();
      await database.knex.raw('alter table schema_versions drop column build_needs');
      deepEqual(await database.migrate(), []);
      match(
        (await rejection(database.assertSchemaCurrent())) ?? '',
        /from before the first release is not carried over/,
      );
    },
  },
  {
    name: 'every table names its owner, or why it has none is written down',
    async check(database) {
      const owned = await ownedTables(database);
      const without = [...owned].flatMap(([name, isOwned]) => (isOwned ? [] : [name]));
      deepEqual(without.sort(), Object.keys(tablesWithoutOwner).sort());
      equal(owned.get('operations'), true);
    },
  },
  {
    name: 'hosts that migrate at once make each step once, and all end with a current schema',
    async check({ open }) {
      const hosts = await Promise.all([open(), open(), open(), open()]);
      const made = await Promise.all(hosts.map((host) => host.migrate()));
      deepEqual(made.flat(), names);
      const versions = await hosts[0]?.knex('schema_versions').orderBy('version').pluck('version');
      deepEqual(
        versions,
        names.map((_, i) => i + 1),
      );
      for (const host of hosts) await host.assertSchemaCurrent();
    },
  },
  {
    name: 'a paid organization with the old limit of its plan has none, and what was set for one stays',
    async check({ open }) {
      const { knex, migrate } = await open();
      await migrate();
      const organization = { name: 'Acme', created_at: 1, branding: '{}' };
      const limits = {
        org_1: ['paid', 100],
        org_2: ['paid', 250],
        org_3: ['trial', 3],
        org_4: ['trial', 100],
      } as const;
      for (const [id, [plan, connection_limit]] of Object.entries(limits)) {
        await knex('organizations').insert({ ...organization, id, plan, connection_limit });
      }
      for (const sql of unlimited({} as SchemaWords)) await knex.raw(sql);
      const kept = await knex('organizations').orderBy('id').pluck('connection_limit');
      deepEqual(kept, [2_147_483_647, 250, 3, 100]);
    },
  },
  {
    name: 'what was kept of the one hosted app is kept of the first provider’s',
    async check({ open }) {
      const { knex, migrate } = await open();
      await migrate();
      await knex('notification_cursors').insert([
        { app_key: 'hosted', last: 7, moved_at: 1 },
        { app_key: 'app_1', last: 8, moved_at: 1 },
      ]);
      for (const sql of hostedApps({} as SchemaWords)) await knex.raw(sql);
      deepEqual(await knex('notification_cursors').orderBy('app_key').pluck('app_key'), ['app_1', 'hosted ledger']);
    },
  },
];
