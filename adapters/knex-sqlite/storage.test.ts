import { storageContracts, verify } from '#contract-tests';
import { type SqliteForTests, sqliteForTests } from './testing/sqlite.ts';

describe('storage on SQLite', () => {
  let sqlite: SqliteForTests;
  before(async () => {
    sqlite = await sqliteForTests();
  });
  after(() => sqlite?.close());

  for (const contract of storageContracts) verify(contract, { open: () => sqlite.storage.open() }, { describe, it });
});
