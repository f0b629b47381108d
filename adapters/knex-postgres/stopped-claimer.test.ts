import { expect } from 'chai';
import { samples } from '#contract-tests';
import { anyRoom, type Storage } from '#core/ports';
import { describePostgres } from '../../tools/test-setup.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleOperation, sampleOrganization } = samples;

describePostgres('a claim whose process is stopped before its end, on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let storage: Storage;
  before(async () => {
    postgres = await postgresForTests();
    ({ subject: storage } = await postgres.storage.open());
  });
  after(() => postgres?.close());

  const claim = ({ operations }: Pick<Storage, 'operations'>, most: number) =>
    operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(most) });

  it('holds up no claim of the others: they take what it has not', async () => {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    await storage.operations.insert(Array.from({ length: 6 }, () => sampleOperation(plane)));
    await storage.transaction(async (stopped) => {
      expect(await claim(stopped, 5)).to.have.length(5);
      expect(await claim(storage, 5)).to.have.length(1);
      expect(await claim(storage, 5)).to.have.length(0);
    });
  });
});
