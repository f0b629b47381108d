// A migration that stores a secret must list its column, because unlisted columns are not re-encrypted.
import { expect } from 'chai';
import { type SealedColumn, sealedColumns } from '#core/ports';
import { sqliteDialect } from '../knex-sqlite/sqlite-dialect.ts';
import { type SqliteForTests, sqliteForTests } from '../knex-sqlite/testing/sqlite.ts';

/** Columns named like secrets that are none: digests, hashes, tokens of leases, key names, times and flags. */
const harmless = /_digest$|_hash$|^lease_token$|^key$|_key$|^secret_.*_at$|_until$|_is_temporary$|^tokens_/;

describe('sealed columns', () => {
  let sqlite: SqliteForTests;
  let columns: readonly { readonly table: string; readonly column: string }[];
  before(async () => {
    sqlite = await sqliteForTests();
    columns = await sqlite.database.knex
      .select({ table: 'm.name', column: 'c.name' })
      .from(sqlite.database.knex.raw("sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'"));
  });
  after(() => sqlite?.close());

  const nameOf = ({ table, column }: Pick<SealedColumn, 'column'> & { readonly table: string }) => `${table}.${column}`;

  it('are all listed in core/domain/sealed-column.ts, and all that is listed is there', () => {
    const found = columns.filter(({ column }) => column.startsWith('sealed_')).map(nameOf);
    expect(found.sort()).to.deep.equal(sealedColumns.map(nameOf).sort());
  });

  it('are the only ones that are named like secrets', () => {
    const suspicious = columns.filter(
      ({ column }) => /secret|token|password|pepper|credential|private/.test(column) && !column.startsWith('sealed_'),
    );
    expect(suspicious.filter(({ column }) => !harmless.test(column)).map(nameOf)).to.deep.equal([]);
  });

  it('each have an index on the key ids of their values', async () => {
    const indexes: readonly { readonly sql: string }[] = await sqlite.database
      .knex('sqlite_master')
      .select('sql')
      .where('type', 'index')
      .whereNotNull('sql');
    for (const { table, column } of sealedColumns) {
      const wanted = `on ${table} ((${sqliteDialect.words.sealingKeyOf(column)}), `;
      expect(
        indexes.filter(({ sql }) => sql.includes(wanted)),
        column,
      ).to.have.length(1);
    }
  });
});
