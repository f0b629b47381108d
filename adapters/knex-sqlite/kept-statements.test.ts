import { expect } from 'chai';
import { keepStatements } from './kept-statements.ts';
import { openSqlite } from './open-sqlite.ts';

describe('kept statements', () => {
  function connection() {
    const prepared: string[] = [];
    const made = { prepare: (sql: string): object => ({ sql, number: prepared.push(sql) }) };
    keepStatements(made);
    return { made, prepared };
  }

  it('are prepared once', () => {
    const { made, prepared } = connection();
    expect(made.prepare('select 1')).to.equal(made.prepare('select 1'));
    expect(prepared).to.deep.equal(['select 1']);
  });

  it('are let go when the schema changes, and only then', () => {
    const { made, prepared } = connection();
    for (const sql of ['select 1', 'COMMIT;', 'select 1', 'alter table t add c', 'select 1']) made.prepare(sql);
    expect(prepared).to.deep.equal(['select 1', 'COMMIT;', 'alter table t add c', 'select 1']);
  });

  it('are bounded', () => {
    const { made, prepared } = connection();
    for (let i = 0; i <= 500; i++) made.prepare(`select ${i}`);
    made.prepare('select 500');
    expect(prepared).to.have.length(501);
    made.prepare('select 0');
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
