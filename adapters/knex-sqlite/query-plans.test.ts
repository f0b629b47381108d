import { expect } from 'chai';
import { checkManyRecords } from '../knex/testing/many-records.ts';
import { fillForPlans, plannedQueries, plansOf, type World } from '../knex/testing/query-plans.ts';
import { type SqliteForTests, sqliteForTests } from './testing/sqlite.ts';

const numbers = '(with recursive c (n) as (select 1 union all select n + 1 from c where n < 4000) select n from c)';

describe('query plans on SQLite', () => {
  let sqlite: SqliteForTests;
  let world: World;
  before(async () => {
    sqlite = await sqliteForTests();
    world = await fillForPlans(sqlite.database.knex, numbers);
  });
  after(() => sqlite?.close());

  for (const { name, index, isSorted, readsRows, searched = '', run } of plannedQueries) {
    it(`${name}: ${index}`, async () => {
      const { knex, storage } = sqlite.database;
      const plans = await plansOf(knex, 'explain query plan', () => run(storage, world));
      // The index contains all compared columns, so rows that do not match are not read.
      const found = index.startsWith('cached_records_by') && !readsRows ? `COVERING INDEX ${index}` : index;
      expect(plans.join('\n\n')).to.include(found).and.to.include(searched);
      // Few records that are known by their ids are read by them, not in an index of their family.
      if (index === 'cached_records_key') expect(plans.join()).not.to.match(/cached_records USING (COVERING|.*_by_)/);
      if (isSorted === false) expect(plans.join('\n\n')).not.to.match(/TEMP B-TREE/);
      for (const plan of plans)
        expect(plan).not.to.match(
          /SCAN (operations|deliveries|delivery_attempts|events|cached_records|idempotency_keys|inbound_notifications|audit_entries|provider_calls|connect_sessions|connections|credentials|schedule_ticks|alerts)\b(?!.*USING)/,
        );
    });
  }

  it('of more records than are sorted each that matches comes once, in its place', () =>
    checkManyRecords(sqlite.database.knex, sqlite.database.storage));
});
