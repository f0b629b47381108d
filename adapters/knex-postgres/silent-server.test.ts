// A server that tells nothing of its log: hosted ones refuse such functions altogether, or refuse them to the service's role.
import { expect } from 'chai';
import pg from 'pg';
import { samples } from '#contract-tests';
import { describePostgres, postgresUrl } from '../../tools/test-setup.ts';
import type { Database } from '../knex/database.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { openPostgres } from './open-postgres.ts';
import { askServer } from './testing/address.ts';

const now = new Date();

describePostgres('a server that tells nothing of its log', () => {
  const name = `silent_${crypto.randomUUID().slice(0, 8)}`;
  let server: string;
  let url: string;
  before(async () => {
    server = await postgresUrl();
    await askServer(server, `create database ${name}`);
    await askServer(server, `create role ${name} login`);
    const inside = new URL(server);
    inside.pathname = `/${name}`;
    // Rights to functions are kept by each database for itself.
    const admin = new pg.Client(inside.href);
    await admin.connect();
    await admin.query(`grant all on schema public to ${name}`);
    for (const refused of ['pg_current_wal_insert_lsn()', 'pg_last_wal_replay_lsn()', 'pg_control_system()']) {
      await admin.query(`revoke execute on function ${refused} from public`);
    }
    await admin.end();
    inside.username = name;
    url = inside.href;
  });
  after(async () => {
    await askServer(server, `drop database if exists ${name} with (force)`);
    await askServer(server, `drop role if exists ${name}`);
  });

  const write = (database: Database) =>
    database.storage.transaction(({ organizations }) => organizations.insert(samples.sampleOrganization()));

  for (const [how, options] of [
    ['by itself', {}],
    ['past a pooler by transaction', { isPooled: true }],
  ] as const) {
    it(`works ${how}, and beats still tell of a loss`, async () => {
      const directUrl = 'isPooled' in options ? url : undefined;
      const database = await openPostgres({ url, directUrl, statementTimeoutMs: 400 });
      // The first query finds it out.
      expect((await database.epoch.state().catch(() => undefined))?.wentBack ?? null).to.equal(null);
      await database.migrate();
      const { seen } = await database.epoch.look(undefined, now);
      expect(seen).to.deep.include({ system: null, timeline: null, position: null });
      await write(database);
      expect((await database.epoch.look(seen, now)).wentBack).to.equal(null);
      expect(await rejection(database.knex.raw('select pg_sleep(3)')), 'the bounds hold').to.match(/statement timeout/);
      await database.knex('database_epoch').update({ beat: 0 });
      expect((await database.epoch.look(seen, now)).wentBack).to.include({ seenBeat: seen.beat, heldBeat: 0 });
      expect(await database.epoch.accept(now)).to.include({ seenBeat: seen.beat });
      await database.close();
    });
  }

  it('is found out by the first query, whichever it is', async () => {
    const first = await openPostgres({ url });
    const { wentBack } = await first.epoch.state();
    expect(wentBack).to.equal(null);
    await first.close();
  });
});
