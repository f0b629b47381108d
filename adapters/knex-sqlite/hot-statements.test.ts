import { expect } from 'chai';
import knexPackage, { type Knex } from 'knex';
import type { DeliveryId, OrganizationId } from '#core/ports';
import { type Connection, Pool } from '../knex/pool.ts';
import { behindSavepoint, preparedRowsOf } from '../knex/session.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { openSqlite } from './open-sqlite.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

describe('hot statements', () => {
  it('stay out of a transaction that has the connection', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a integer)');
    const transaction = await knex.transaction();
    await transaction('t').insert({ a: 1 });
    const added = preparedRowsOf(knex, 'insert into t (a) values (?) returning a', [2]);
    await transaction.rollback();
    expect(await added).to.deep.equal([{ a: 2 }]);
    expect(await preparedRowsOf(knex, 'select a from t where a > ?', [0])).to.deep.equal([{ a: 2 }]);
    await close();
  });

  it('take part in the transaction in which they are asked for', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a integer)');
    const undone = knex.transaction(async (inner) => {
      await preparedRowsOf(inner, 'insert into t (a) values (?)', [3]);
      throw new Error('undone');
    });
    expect(await rejection(undone)).to.equal('undone');
    expect(await preparedRowsOf(knex, 'select a from t where a > ?', [0])).to.deep.equal([]);
    await close();
  });

  it('are undone behind a savepoint that fails, those before it and around it are not', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a integer)');
    const behind = (db: Knex, work: (inner: Knex) => Promise<unknown>) =>
      behindSavepoint({ db, dialect: sqliteDialect }, work);
    await knex.transaction(async (inner) => {
      const add = (a: number) => preparedRowsOf(inner, 'insert into t (a) values (?)', [a]);
      const fails = async (a: number) => {
        await add(a);
        throw new Error('undone');
      };
      const failsWithin = (a: number) => behind(inner, () => fails(a)).catch(() => add(a + 1));
      await add(1);
      await behind(inner, () => failsWithin(2));
      const outer = async () => [await add(4), await failsWithin(5), await fails(7)];
      expect(await rejection(behind(inner, outer))).to.equal('undone');
    });
    expect(await preparedRowsOf(knex, 'select a from t where a > ?', [0])).to.deep.equal([{ a: 1 }, { a: 3 }]);
    await close();
  });

  it('give their connection back when they fail, and the error names the statement, never its values', async () => {
    const { knex, pool, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a text not null unique)');
    const add = () => preparedRowsOf(knex, 'insert into t (a) values (?)', ['hidden-value']);
    expect(await add()).to.deep.equal([]);
    expect(await rejection(add())).to.match(/^insert into t \(a\) values \(\?\) - UNIQUE/);
    expect(await rejection(preparedRowsOf(knex, 'select ? as nothing', [undefined as never]))).to.match(
      /Undefined binding/,
    );
    expect(pool().used).to.equal(0);
    await close();
  });

  it('are shared by attempts that are added at one time', async () => {
    const { knex, storage, migrate, close } = await openSqlite({ filename: ':memory:' });
    await migrate();
    await knex.raw('pragma foreign_keys = off');
    const statements: string[] = [];
    knex.on('query', ({ sql }) => void statements.push(sql));
    const numbers = Array.from({ length: 30 }, (_, i) => i + 1);
    const times = { run: 1, at: new Date(0), durationMs: 1 };
    const answer = { responseStatus: 200, responseExcerpt: null, error: null };
    const ids = { organizationId: 'org_1' as OrganizationId, deliveryId: 'dlv_1' as DeliveryId };
    await storage.transaction(async ({ deliveries }) => {
      await Promise.all(numbers.map((number) => deliveries.addAttempts([{ ...ids, ...times, ...answer, number }])));
    });
    expect(statements).to.have.length(3);
    expect(await knex('delivery_attempts').orderBy('id').pluck('number')).to.deep.equal(numbers);
    await close();
  });

  it('of a transaction that nobody waits for are not stored by themselves once it is undone', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a integer)');
    for (let turns = 0; turns < 120; turns++) {
      let late: Promise<unknown> | undefined;
      const undone = knex.transaction(async (inner) => {
        await preparedRowsOf(inner, 'select 1', []);
        const add = async () => {
          for (let turn = 0; turn < turns; turn++) await null;
          await preparedRowsOf(inner, 'insert into t (a) values (?)', [turns]);
        };
        late = add().catch(() => 'refused');
        throw new Error('undone');
      });
      expect(await rejection(undone)).to.equal('undone');
      await late;
    }
    expect(await preparedRowsOf(knex, 'select a from t', [])).to.deep.equal([]);
    await close();
  });
});

describe('a pool', () => {
  it('runs at once on what is free and sound, and on nothing that others use or wait for', async () => {
    let made = 0;
    const broken = new Set<number>();
    const pool = new Pool({
      ...{ min: 0, max: 1 },
      create: async () => ({ number: ++made, rows: async () => [made] }),
      validate: (connection: Connection & { number: number }) => !broken.has(connection.number),
      destroy: async () => {},
    });
    const knex = knexPackage.knex({ client: 'better-sqlite3', useNullAsDefault: true });
    const rows = () => pool.rows(knex, 'select 1', []);
    expect(rows()).to.equal(undefined);
    const first = await pool.acquire().promise;
    expect(rows()).to.equal(undefined);
    pool.release(first);
    const running = rows();
    expect([pool.numUsed(), pool.numFree(), rows()]).to.deep.equal([1, 0, undefined]);
    expect(await running).to.deep.equal([1]);
    const waiting = pool.acquire().promise;
    expect(rows()).to.equal(undefined);
    pool.release(await waiting);
    broken.add(first.number);
    expect(rows()).to.equal(undefined);
    const second = await pool.acquire().promise;
    expect(second.number).to.equal(2);
    pool.release(second);
    await Promise.all([pool.destroy(), knex.destroy()]);
  });
});
