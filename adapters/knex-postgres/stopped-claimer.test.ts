import type { Socket } from 'node:net';
import { expect } from 'chai';
import { samples } from '#contract-tests';
import { anyRoom, type Storage } from '#core';
import { describePostgres } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { openPostgres } from './open-postgres.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

const { moment, sampleOperation, sampleOrganization } = samples;
const claimMost = 50;
/** With so much each, an answer is more than the system's buffers hold on its way. */
const inputBytes = 200_000;
const patienceMs = 3_000;

interface Pool {
  acquireConnection(): Promise<{ readonly client: { readonly connection: { readonly stream: Socket } } }>;
  releaseConnection(connection: object): Promise<void>;
}

describePostgres('a claim whose process is stopped, on PostgreSQL', () => {
  let postgres: PostgresForTests;
  let stopped: Database;
  let storage: Storage;
  before(async () => {
    postgres = await postgresForTests();
    ({ subject: storage } = await postgres.storage.open());
    stopped = await openPostgres({ url: postgres.url, schema: postgres.schema, poolMax: 1 });
  });
  after(async () => {
    await stopped?.close();
    await postgres?.close();
  });

  const claim = ({ operations }: Storage, most: number) =>
    operations.claimDue({ now: moment(10), leaseUntil: moment(40), ...anyRoom(most) });

  /** The one connection of its pool, whose answers nobody reads any more. */
  async function unread(): Promise<Socket> {
    const pool = stopped.knex.client as Pool;
    const connection = await pool.acquireConnection();
    await pool.releaseConnection(connection);
    const { stream } = connection.client.connection;
    stream.pause();
    return stream;
  }

  it('holds up no claim of the others, however much it would have brought', async () => {
    const organization = sampleOrganization();
    await storage.organizations.insert(organization);
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    const input = { text: 'x'.repeat(inputBytes) };
    await claim(stopped.storage, 1);
    await storage.operations.insert(Array.from({ length: claimMost + 1 }, () => sampleOperation(plane, { input })));
    const stream = await unread();
    const lost = claim(stopped.storage, claimMost);
    try {
      const deadline = performance.now() + patienceMs;
      let left: number;
      do {
        [{ n: left }] = await postgres.database.knex
          .raw("select count(*) as n from operations where state = 'queued'")
          .then(({ rows }: { rows: [{ n: number }] }) => rows);
      } while (left > 1 && performance.now() < deadline);
      expect(left).to.equal(1);
      expect(await claim(storage, claimMost)).to.have.length(1);
    } finally {
      stream.resume();
    }
    const brought = await lost;
    expect(brought).to.have.length(claimMost);
    for (const { operation } of brought) expect(operation.input).to.deep.equal(input);
  });
});
