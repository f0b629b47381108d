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
