// What a pooler by transaction needs of every statement, without the pooler: tests/pooler has the real one.
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describePostgres } from '../../tools/test-setup.ts';
import { preparedRowsOf } from '../knex/session.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { openPostgres } from './open-postgres.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const statementsSql = 'select name, statement from pg_prepared_statements order by name';

describePostgres('statements on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  it('have names that tell their text, the same for every process', async () => {
    const named = async () => {
      const { knex, close } = await openPostgres({ url: postgres.url, poolMax: 1 });
      await preparedRowsOf(knex, 'select 1 as one where ? = 2', [2]);
      await preparedRowsOf(knex, 'select 2 as two where ? = 2', [2]);
      const { rows } = await knex.raw(statementsSql);
      await close();
      return rows as readonly { readonly name: string; readonly statement: string }[];
    };
    const [one, other] = [await named(), await named()];
    expect(one.map(({ name }) => name)).to.deep.equal(other.map(({ name }) => name));
    expect(new Set(one.map(({ name }) => name)).size).to.equal(one.length);
    for (const { name } of one) expect(name).to.match(/^s_[0-9a-f]{32}$/);
  });

  it('past a pooler by transaction have none, and leave nothing set', async () => {
    const { url } = postgres;
    const { knex, storage, close } = await openPostgres({ url, directUrl: url, poolMax: 1, statementTimeoutMs: 300 });
    const bounds = async (db = knex) =>
      (
        await db.raw(
          `select current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle`,
        )
      ).rows[0];
    await storage.organizations.list({ limit: 1 });
    await preparedRowsOf(knex, 'select 1 as one where ? = 2', [2]);
    expect(await bounds(), 'a statement alone').to.deep.equal({ statement: '300ms', idle: '15s' });
    expect(await knex.transaction((trx) => bounds(trx))).to.deep.equal({ statement: '300ms', idle: '15s' });
    expect((await knex.raw(statementsSql)).rows).to.deep.equal([]);
    // `reset_val` is what the connection has outside of transactions.
    const settings = `select name, reset_val, source from pg_settings where source = 'session'`;
    const set = (await knex.raw(settings)).rows.map(({ name }: { name: string }) => name).sort();
    expect(set).to.deep.equal(['idle_in_transaction_session_timeout', 'statement_timeout']);
    expect(await rejection(knex.raw('select pg_sleep(3)'))).to.match(/statement timeout/);
    expect(await rejection(knex.raw('select 1/0'))).to.match(/division by zero/);
    await storage.ping();
    await close();
  });

  it('a failed statement alone leaves no transaction open, and a rolled-back one stores nothing', async () => {
    const { url } = postgres;
    const { knex, close } = await openPostgres({ url, directUrl: url, poolMax: 1 });
    await knex.raw('create table if not exists pooled (n integer unique)');
    await knex.raw('insert into pooled values (1)');
    expect(await rejection(knex.raw('insert into pooled values (1)'))).to.match(/duplicate key/);
    const failed = knex.transaction(async (trx) => {
      await trx.raw('insert into pooled values (2)');
      throw new Error('changed its mind');
    });
    expect(await rejection(failed)).to.match(/changed its mind/);
    expect((await knex.raw('select n from pooled')).rows).to.deep.equal([{ n: 1 }]);
    await knex.raw('drop table pooled');
    await close();
  });

  it('note the place of a commit, but of none that a synchronous standby is not waited for', async () => {
    const { url } = postgres;
    const { knex, place, close } = await openPostgres({ url, directUrl: url, poolMax: 1 });
    await knex.raw('create table if not exists noted (n integer)');
    const noted = async (sql: string) => {
      await knex.raw(sql);
      return place.position(1) ?? 0;
    };
    const first = await noted('insert into noted values (1)');
    expect(first).to.be.greaterThan(0);
    expect(await noted(`insert into noted select 2 where ${postgresDialect.unflushed}`)).to.equal(first);
    expect(await noted('insert into noted values (3)')).to.be.greaterThan(first);
    await knex.raw('drop table noted');
    await close();
  });

  it('need no session: nothing is set, locked, listened for or made for one', () => {
    const files = globSync('adapters/{knex,knex-postgres}/**/*.ts', {
      exclude: ['**/*.test.ts', '**/testing/**', '**/migrations/**', '**/create-postgres-wake-up.ts'],
    });
    expect(files.length).to.be.greaterThan(30);
    const needs =
      /pg_(try_)?advisory_lock|\blisten \$|create temp|\bset session\b|declare \w+ cursor|`\s*set (?!local)\w+ =/i;
    const found = files.filter((file) => needs.test(readFileSync(file, 'utf8')));
    // It sets for the whole connection where nobody shares it.
    expect(found).to.deep.equal(['adapters/knex-postgres/commit-checked-connection.ts']);
  });
});
