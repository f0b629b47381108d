import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { Operation, Plane, Storage } from '#core/ports';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleDelivery, sampleId, sampleOperation, sampleOrganization } = samples;

describePostgres('releasing what an endpoint holds beside others on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  let plane: Plane;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    ({ subject: storage } = await postgres.storage.open());
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    plane = { organizationId: organization.id, environment: 'test' };
  });

  it('a delivery that another transaction has locked is not waited for, and counts as held', async () => {
    const endpointId = sampleId('we');
    const held = { type: 'webhook.deliver', subject: endpointId, state: 'retrying', nextAttemptAt: null } as const;
    const one: Operation = sampleOperation(plane, { ...held, createdAt: moment(1) });
    const other: Operation = sampleOperation(plane, { ...held, createdAt: moment(2) });
    await storage.operations.insert([one, other]);
    await storage.deliveries.insert([one, other].map((operation) => sampleDelivery(operation, { endpointId })));
    await storage.transaction(async ({ operations }) => {
      await operations.lock(plane, one.id);
      expect(await storage.deliveries.releaseHeld(endpointId, moment(5), 9)).to.deep.equal([other.id]);
      expect(await storage.deliveries.releaseHeld(endpointId, moment(5), 9)).to.deep.equal([]);
      expect(await storage.deliveries.hasHeld(endpointId)).to.equal(true);
      expect(await storage.deliveries.endWaiting(endpointId, null, moment(5), 9)).to.have.length(1);
    });
    expect(await storage.deliveries.releaseHeld(endpointId, moment(6), 9)).to.deep.equal([one.id]);
    expect(await storage.deliveries.hasHeld(endpointId)).to.equal(false);
  });
});
