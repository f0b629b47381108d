import { storageContracts, verify } from '#contract-tests';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

describePostgres('storage on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  for (const contract of storageContracts) verify(contract, { open: () => postgres.storage.open() }, { describe, it });
});
