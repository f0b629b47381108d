// Real failovers: a standby that has every commit, and one that lacks the last, take the primary's place.
import { expect } from 'chai';
import { samples } from '#contract-tests';
import { until } from '../../contract-tests/testing/until.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { openPostgres } from './open-postgres.ts';
import { askServer, startAddress } from './testing/address.ts';

const now = new Date();

describePostgres('a failover of PostgreSQL', () => {
  let primary: TestPostgres;
  let standby: Awaited<ReturnType<TestPostgres['standby']>>;
  let address: Awaited<ReturnType<typeof startAddress>>;
  let database: Database;
  beforeEach(async () => {
    primary = await startPostgres({ own: true });
    address = await startAddress(primary.url);
    const first = await openPostgres({ url: primary.url });
    await first.migrate();
    await first.close();
    standby = await primary.standby();
    database = await openPostgres({ url: address.url });
  });
  afterEach(async () => {
    await database?.close();
    address?.close();
    await standby?.stop();
    await primary?.stop();
  });

  const commit = async () => {
    const organization = samples.sampleOrganization();
    await database.storage.transaction(({ organizations }) => organizations.insert(organization));
    return organization.id;
  };
  const heldByStandby = async (id: string) => {
    const rows = await askServer(standby.url, `select 1 from organizations where id = '${id}'`);
    return rows.length > 0;
  };
  const failOver = async () => {
    await primary.restart({
      mode: 'immediate',
      during: async () => {
        await askServer(standby.url, 'select pg_promote()');
        address.leadTo(standby.url);
      },
    });
  };
  /** The first use of a connection that broke fails. */
  const looked = async (seen: Awaited<ReturnType<Database['epoch']['look']>>['seen']) => {
    let found: Awaited<ReturnType<Database['epoch']['look']>> | undefined;
    await until('the database is reached', async () => {
      found = await database.epoch.look(seen, now).catch(() => undefined);
      return found !== undefined;
    });
    return found as NonNullable<typeof found>;
  };

  it('to a standby that has every commit is noticed and no loss', async () => {
    const { seen } = await database.epoch.look(undefined, now);
    const id = await commit();
    await until('the standby has it', () => heldByStandby(id));
    const astray = await openPostgres({ url: standby.url });
    expect(await rejection(astray.storage.ping())).to.match(/leads to a standby: it takes no writes/);
    await astray.close();
    const reading = await openPostgres({ url: standby.url, mayBeStandby: true });
    expect((await reading.storage.organizations.find(id as never))?.id).to.equal(id);
    await reading.close();
    let moves = 0;
    database.place.onMove(() => {
      moves += 1;
    });
    await failOver();
    const found = await looked(seen);
    expect(found.wentBack).to.equal(null);
    expect([seen.timeline, found.seen.timeline, moves]).to.deep.equal([1, 2, 1]);
    expect(await heldByStandby(id)).to.equal(true);
  });

  it('to a standby that lacks one commit, and no beat, is a loss', async () => {
    const { seen } = await database.epoch.look(undefined, now);
    const kept = await commit();
    await until('the standby has it', () => heldByStandby(kept));
    await askServer(standby.url, "alter system set primary_conninfo = ''");
    await askServer(standby.url, 'select pg_reload_conf()');
    const receivers = 'select 1 from pg_stat_wal_receiver';
    await until('the standby hears nothing more', async () => (await askServer(standby.url, receivers)).length === 0);
    const lost = await commit();
    await failOver();
    const { wentBack } = await looked(seen);
    expect(await heldByStandby(lost)).to.equal(false);
    expect(wentBack).to.include({ timeline: 2, seenBeat: seen.beat, heldBeat: seen.beat });
    expect(await database.epoch.accept(now)).to.include({ sequencesAhead: 1_000_000 });
    expect((await looked(seen)).wentBack).to.equal(null);
  });
});
