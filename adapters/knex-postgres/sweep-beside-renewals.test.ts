import { expect } from 'chai';
import { samples } from '#contract-tests';
import { anyRoom, type LeasedOperation, type Storage } from '#core/ports';
import { settleOne } from '../../contract-tests/one-operation.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleOperation, sampleOrganization } = samples;

describePostgres('sweeping beside late renewals on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());
  beforeEach(async () => {
    ({ subject: storage } = await postgres.storage.open());
  });

  async function lapsed(count: number): Promise<readonly LeasedOperation[]> {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    await storage.operations.insert(Array.from({ length: count }, () => sampleOperation(plane)));
    return storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(count) });
  }

  it('a lease that is being prolonged is not waited for, nor taken', async () => {
    const leased = await lapsed(2);
    const [late] = leased;
    await storage.transaction(async ({ operations }) => {
      if (late) expect(await operations.renew([late.lease], moment(70))).to.have.length(1);
      const found = await storage.transaction((other) => other.operations.listLapsed(moment(41), 10));
      expect(found.map(({ operation }) => operation.id)).to.deep.equal([leased[1]?.operation.id]);
    });
  });

  it('a lease that a sweep has found is not prolonged under its hands', async () => {
    const [late] = await lapsed(1);
    await storage.transaction(async ({ operations }) => {
      const [found] = await operations.listLapsed(moment(41), 10);
      if (!found || !late) return expect.fail('nothing lapsed');
      expect(
        (await storage.operations.renew([late.lease], moment(70))).map(({ prolonged }) => prolonged),
      ).to.deep.equal([false]);
      const next = { ...found.operation, state: 'retrying', nextAttemptAt: moment(41), leaseExpiresAt: null } as const;
      expect(await settleOne(operations, found.lease, next)).to.equal(true);
    });
    expect(late && (await storage.operations.renew([late.lease], moment(70)))).to.deep.equal([]);
  });

  it('a lease whose end is being stored is not waited for nor lost, and the others are prolonged', async () => {
    const leased = await lapsed(3);
    const [ending, ...others] = leased.map(({ lease }) => lease);
    await storage.transaction(async ({ operations }) => {
      if (ending) await operations.renew([ending], ending.expiresAt);
      const renewed = await storage.operations.renew(
        leased.map(({ lease }) => lease),
        moment(70),
      );
      const prolonged = renewed.filter((lease) => lease.prolonged).map(({ operationId }) => operationId);
      expect([renewed.length, prolonged]).to.deep.equal([3, others.map(({ operationId }) => operationId)]);
    });
  });
});
