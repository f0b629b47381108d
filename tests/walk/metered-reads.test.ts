// Live reads are answered before they are counted: what a killed host leaves uncounted, and that none is counted in vain.
import { expect } from 'chai';
import { describePostgres } from '../../tools/test-setup.ts';
import { type Client, connected } from './client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { until } from './until.ts';

/** Below the minute's calls that a connection has. */
const readsMost = 45;

interface Load {
  readonly connectionIds: readonly string[];
  /** Reads whose whole answer came. */
  answered: number;
  readonly ended: Promise<unknown>;
}

describePostgres('the count of live reads, in hosts that are killed and ended', () => {
  let fleet: Fleet;
  before(async () => {
    fleet = await startFleet();
  });
  after(() => fleet?.stop());

  const aConnection = async (name: string): Promise<string> => {
    const made = await fleet.sandbox.control('POST', 'organisations', { name, seed: 'small' });
    const tenantIds = [String(made['tenant_id'])];
    return connected(fleet.first, fleet.sandbox, { externalAccountId: name, tenantIds });
  };
  /** Reads of three connections at once, through one host, until it is gone or the connections' minute is used up. */
  const load = async (host: Client, name: string): Promise<Load> => {
    const connectionIds = [];
    for (const n of [1, 2, 3]) connectionIds.push(await aConnection(`${name}-${n}`));
    const read = async (id: string): Promise<void> => {
      for (let n = 0; n < readsMost; n++) {
        const answer = await host.call('GET', `/v1/connections/${id}/organizations/${tenants.get(id)}`);
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
        begun.answered += 1;
      }
    };
    const tenants = await tenantsOf(connectionIds);
    const begun: Load = { connectionIds, answered: 0, ended: Promise.resolve() };
    return Object.assign(begun, { ended: Promise.allSettled(connectionIds.map(read)) });
  };
  const tenantsOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await fleet.query('select id, provider_tenant_id from connections where id = any($1)', [ids]);
    return new Map(rows.map((row) => [String(row['id']), String(row['provider_tenant_id'])]));
  };
  const counted = async ({ connectionIds }: Load): Promise<number> => {
    const sql = `select count(*) as counted from usage_events where meter = 'read_live' and connection_id = any($1)`;
    const [row] = await fleet.query(sql, [connectionIds]);
    return Number(row?.['counted']);
  };

  it('a host that is killed in mid-load counted no read that it had not answered; one that is ended, every one', async () => {
    const [, first, second] = fleet.hosts;
    const killed = await load(fleet.second, 'killed');
    await until('a count', async () => (await counted(killed)) > 0);
    await second?.kill('SIGKILL');
    await killed.ended;
    expect(killed.answered).to.be.lessThan(killed.connectionIds.length * readsMost);
    expect(await counted(killed)).to.be.within(1, killed.answered);

    const ended = await load(fleet.first, 'ended');
    await ended.ended;
    await first?.kill('SIGTERM');
    expect(ended.answered).to.equal(ended.connectionIds.length * readsMost);
    expect(await counted(ended)).to.equal(ended.answered);
  });
});
