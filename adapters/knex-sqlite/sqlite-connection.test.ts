import { expect } from 'chai';
import { rejection } from '../knex/testing/rejection.ts';
import { openSqlite } from './open-sqlite.ts';
import { storingStatements, unflushedMark } from './sqlite-connection.ts';

describe('stored statements', () => {
  function preparing() {
    const prepared: string[] = [];
    const prepare = storingStatements({ prepare: (sql) => ({ sql, number: prepared.push(sql) }) });
    return { prepare, prepared };
  }

  it('are prepared once', () => {
    const { prepare, prepared } = preparing();
    expect(prepare('select 1')).to.equal(prepare('select 1'));
    expect(prepared).to.deep.equal(['select 1']);
  });

  it('are removed when the schema changes, and only then', () => {
    const { prepare, prepared } = preparing();
    for (const sql of ['select 1', 'ROLLBACK;', 'select 1', 'alter table t add c', 'select 1']) prepare(sql);
    expect(prepared).to.deep.equal(['select 1', 'ROLLBACK;', 'alter table t add c', 'select 1']);
  });

  it('are bounded', () => {
    const { prepare, prepared } = preparing();
    for (let i = 0; i <= 500; i++) prepare(`select ${i}`);
    prepare('select 500');
    expect(prepared).to.have.length(501);
    prepare('select 0');
    expect(prepared).to.have.length(502);
  });

  it('see a column that was added since', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (a integer)');
    await knex('t').insert({ a: 1 });
    expect(await knex('t').select('*')).to.deep.equal([{ a: 1 }]);
    await knex.raw('alter table t add column b integer');
    expect(await knex('t').select('*')).to.deep.equal([{ a: 1, b: null }]);
    await close();
  });
});

describe('a statement that waits for no flush', () => {
  it('is the only one that does not, and inside a transaction none is', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    await knex.raw('create table t (level integer)');
    const level = 'insert into t select synchronous from pragma_synchronous';
    await knex.raw(level);
    await knex.raw(`${level} where true ${unflushedMark}`);
    await knex.raw(level);
    await knex.transaction((inner) => inner.raw(`${level} where true ${unflushedMark}`));
    await knex.raw(`${level} where true ${unflushedMark}`);
    await knex.transaction((inner) => inner.raw(level));
    expect(await knex('t').pluck('level')).to.deep.equal([2, 1, 2, 2, 1, 2]);
    const failing = `insert into t select abs(-9223372036854775808) where true ${unflushedMark}`;
    expect(await rejection(knex.raw(failing))).to.contain('integer overflow');
    await knex.raw(level);
    expect((await knex('t').pluck('level')).at(-1)).to.equal(2);
    await close();
  });
});

describe('a statement that blocks the process for long', () => {
  /** Takes tens of milliseconds at least. */
  const long = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000) select max(i) as i from n`;

  /** Runs the statements at once; returns how many turns of the event loop lie between the ends of two. */
  async function turnsBetween(statements: readonly string[]): Promise<readonly number[]> {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const ends = await Promise.all(statements.map((sql) => knex.raw(sql).then(() => turn)));
    isOver = true;
    await close();
    return ends.slice(1).map((end, i) => end - (ends[i] ?? 0));
  }

  it('is followed by turns in which others are accepted, before the next one begins', async () => {
    const between = await turnsBetween([long, long, long, long]);
    for (const turns of between) expect(turns).to.be.at.least(16);
  });

  it('is the only one that is', async () => {
    const between = await turnsBetween(['select 1', 'select 2', 'select 3']);
    for (const turns of between) expect(turns).to.be.at.most(2);
  });

  it('holds up no transaction by that, but what comes after it', async () => {
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    let turns = 0;
    await knex.transaction(async (inner) => {
      await inner.raw(long);
      setImmediate(() => turns++);
      await inner.raw(long);
      await inner.raw('select 1');
    });
    expect(turns).to.be.at.most(1);
    await close();
  });

  it('counts with the others of its transaction', async () => {
    const short = long.replace('400000', '10000');
    const { knex, close } = await openSqlite({ filename: ':memory:' });
    let turn = 0;
    const count = () => {
      turn += 1;
      if (turn < 10_000) setImmediate(count);
    };
    let [ended, next] = [0, 0];
    let other: Promise<void> | undefined;
    await knex.transaction(async (inner) => {
      other = knex.raw('select 1').then(() => {
        next = turn;
      });
      for (let i = 0; i < 40; i++) await inner.raw(short);
      setImmediate(count);
      ended = turn;
    });
    await other;
    expect(next - ended).to.be.at.least(16);
    turn = 10_000;
    await close();
  });
});
