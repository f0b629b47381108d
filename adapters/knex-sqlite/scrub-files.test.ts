import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openSqlite } from './open-sqlite.ts';
import { type SqliteForTests, sqliteForTests } from './testing/sqlite.ts';

describe('scrubbing the files of SQLite', () => {
  let sqlite: SqliteForTests;
  beforeEach(async () => {
    sqlite = await sqliteForTests();
  });
  afterEach(() => sqlite.close());

  const foundInFiles = () =>
    ['', '-wal', '-shm'].filter((end) => {
      const file = sqlite.filename + end;
      return existsSync(file) && readFileSync(file).includes('Canary');
    });
  /** Changes rows of two connections in any order, so that SQLite moves them between pages. */
  const churn = async () => {
    const { knex } = sqlite.database;
    const rows = Array.from({ length: 1500 }, (_, i) => {
      const [connection, word] = i % 3 === 0 ? ['gone', 'Canary'] : ['kept', 'other'];
      const fields = `${word} `.repeat(1 + (randomBytes(1)[0] ?? 0));
      const texts = { fields_digest: '', native_digest: '', ending: '}' };
      const place = {
        organization_id: 'org',
        connection_id: connection,
        type: 'invoices',
        provider_id: randomBytes(8).toString('hex'),
      };
      return { ...place, number: word, first_seen_at: i, fetched_at: i, ...texts, item: fields, native: fields };
    });
    for (let i = 0; i < rows.length; i += 50) await knex('cached_records').insert(rows.slice(i, i + 50));
    for (const row of rows.slice(0, 700)) {
      const fields = row.item.slice(0, row.item.length / 2);
      await knex('cached_records').where({ provider_id: row.provider_id }).update({ item: fields });
    }
    await knex('cached_records').where({ connection_id: 'gone' }).delete();
  };

  it('removes every byte of deleted rows and no other row', async () => {
    await churn();
    expect(foundInFiles()).to.not.deep.equal([]);
    expect(await sqlite.database.storage.retention.scrub()).to.equal('done');
    expect(foundInFiles()).to.deep.equal([]);
    expect(await sqlite.database.knex('cached_records')).to.have.length(1000);
  });

  it('answers busy while another connection still reads the rows from before', async () => {
    const hasty = await openSqlite({ filename: sqlite.filename, busyTimeoutMs: 50 });
    try {
      const reading = await sqlite.database.knex.transaction();
      await reading('cached_records').select();
      expect(await hasty.storage.retention.scrub()).to.equal('busy');
      await reading.rollback();
      expect(await hasty.storage.retention.scrub()).to.equal('done');
    } finally {
      await hasty.close();
    }
  });
});
