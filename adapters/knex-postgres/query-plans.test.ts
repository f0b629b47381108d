import { expect } from 'chai';
import { describePostgres } from '../../tools/test-setup.ts';
import { checkManyRecords } from '../knex/testing/many-records.ts';
import { fillForPlans, plannedQueries, plansOf, type World } from '../knex/testing/query-plans.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

describePostgres('query plans on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let world: World;
  before(async () => {
    postgres = await postgresForTests();
    const { knex } = postgres.database;
    world = await fillForPlans(knex, 'generate_series(1, 10000) n');
    await knex.raw('vacuum analyze');
  });
  after(() => postgres?.close());

  for (const { name, index, isSorted, run } of plannedQueries) {
    it(`${name}: ${index}`, async () => {
      const { knex, storage } = postgres.database;
      const plans = await plansOf(knex, 'explain', () => run(storage, world));
      expect(plans.join('\n\n')).to.include(index);
      // The index excludes records that do not match before their rows are read.
      if (index.endsWith('_date')) expect(plans.at(-1)).not.to.match(/Filter: .*(status|_date)/);
      if (isSorted === false) expect(plans.join('\n\n')).not.to.match(/Sort Key/);
      for (const plan of plans)
        expect(plan).not.to.match(/Seq Scan on (operations|deliveries|events|cached_records|alerts)\b/);
    });
  }

  it('made while tables are all but empty read none of them whole: they are kept when it has grown', async () => {
    const young = await postgresForTests();
    const { knex, storage } = young.database;
    const small = await fillForPlans(knex, 'generate_series(1, 6) n');
    await knex.raw('vacuum analyze');
    const scans: string[] = [];
    for (const { name, run } of plannedQueries) {
      const plans = await plansOf(knex, 'explain', () => run(storage, small));
      scans.push(
        ...(plans.join().match(/Seq Scan on (operations|deliveries|events|cached_records)\b/g) ?? []).map(
          (scan) => `${name}: ${scan}`,
        ),
      );
    }
    await young.close();
    expect(scans).to.deep.equal([]);
  });

  it('of more records than are sorted each that matches comes once, in its place', () =>
    checkManyRecords(postgres.database.knex, postgres.database.storage));
});
