import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { Storage } from '#core/ports';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { sampleOrganization, sampleEndpoint } = samples;
const patienceMs = 5_000;

describePostgres("an endpoint's first health on PostgreSQL", () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    ({ subject: storage } = await postgres.storage.open());
  });

  async function untilBlocked(): Promise<void> {
    const deadline = performance.now() + patienceMs;
    let blocked: unknown[];
    do {
      const { rows }: { rows: unknown[] } = await postgres.database.knex.raw(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      blocked = rows;
    } while (blocked.length === 0 && performance.now() < deadline);
    expect(blocked).to.have.length(1);
  }

  it('is held by a delivery and by whoever holds the endpoint without either waiting for the other', async () => {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    const endpoint = sampleEndpoint(plane);
    await storage.webhookEndpoints.insert(endpoint);
    let settling: Promise<unknown> = Promise.resolve();
    await storage.transaction(async ({ webhookEndpoints, endpointHealth }) => {
      await webhookEndpoints.lock(plane, endpoint.id);
      settling = storage.transaction((other) => other.endpointHealth.lock(plane, endpoint.id));
      await untilBlocked();
      await endpointHealth.lock(plane, endpoint.id);
    });
    expect(await settling).to.include({ endpointId: endpoint.id });
  });
});
