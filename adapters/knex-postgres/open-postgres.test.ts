import { expect } from 'chai';
import { samples } from '#contract-tests';
import { WriteDefect } from '#core/ports';
import { databaseRefusal } from '../../core/domain/errors.ts';
import { startFaultyProxy } from '../../hosts/worker/testing/faulty-proxy.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { createLogPlace } from '../knex/log-place.ts';
import { storesOf } from '../knex/storage.ts';
import { rejection } from '../knex/testing/rejection.ts';
import { connect } from './commit-checked-connection.ts';
import { createFellows } from './fellow-connections.ts';
import { openPostgres } from './open-postgres.ts';
import { placeSql, postgresDialect } from './postgres-dialect.ts';
import { type PostgresForTests, postgresForTests } from './testing/postgres.ts';

describePostgres('openPostgres', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  /** Cuts these connections as a restart of the server would. */
  async function cutConnections(name: string): Promise<void> {
    const cut =
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? and pid <> pg_backend_pid()';
    await postgres.database.knex.raw(cut, [name]);
  }

  it('tells a refused sign-in without the user and the password', async () => {
    const url = new URL(postgres.url);
    Object.assign(url, { username: 'hush-user', password: 'hush-word' });
    const { knex, close } = await openPostgres({ url: url.href, poolMax: 1 });
    const refused = (await rejection(knex.raw('select 1'))) ?? '';
    expect(refused).to.match(/"…"/);
    expect(refused).not.to.contain('hush');
    await close();
  });

  it('does not wait for the flush of the one statement that asks for none', async () => {
    const { knex, close } = await openPostgres({ url: postgres.url, poolMax: 1 });
    await knex.raw('set synchronous_commit = on');
    await knex.raw('create temporary table t (waits text)');
    const level = "insert into t select current_setting('synchronous_commit') where true";
    await knex.raw(level);
    // PostgreSQL computes the returned values after it has checked the condition.
    const { rows } = await knex.raw(
      `insert into t select '-' where ${postgresDialect.unflushed} returning current_setting('synchronous_commit') as level`,
    );
    expect(rows).to.deep.equal([{ level: 'off' }]);
    await knex.raw(level);
    expect(await knex('t').pluck('waits')).to.deep.equal(['on', '-', 'on']);
    await close();
  });

  it('flushes a transaction whatever is counted in it', async () => {
    const { knex, close } = await openPostgres({ url: postgres.url, poolMax: 1 });
    await knex.raw('set synchronous_commit = on');
    const connection = samples.sampleConnection({
      organizationId: samples.sampleOrganization().id,
      environment: 'test',
    });
    const { id: connectionId, organizationId, environment, createdAt: at } = connection;
    const used = { organizationId, environment, connectionId, meter: 'write', quantity: 1, at } as const;
    const level = await knex.transaction(async (db) => {
      await storesOf({ db, dialect: postgresDialect }).usage.insert([{ ...used, id: 'req_flushed' }]);
      return (await db.raw("select current_setting('synchronous_commit') as level")).rows;
    });
    expect(level).to.deep.equal([{ level: 'on' }]);
    await close();
  });

  it('works on after the server cut connections, idle or in a transaction', async () => {
    const named = new URL(postgres.url);
    named.searchParams.set('application_name', 'victim');
    const victim = await openPostgres({ url: named.href, poolMax: 3 });
    await Promise.all([1, 2, 3].map(() => victim.storage.ping()));
    const started = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const organization = samples.sampleOrganization();
    const work = rejection(
      victim.storage.transaction(async ({ organizations }) => {
        await organizations.insert(organization);
        started.resolve();
        await cut.promise;
        await organizations.list({ limit: 1 });
      }),
    );
    await started.promise;
    await cutConnections('victim');
    cut.resolve();
    expect(await work).not.to.equal(undefined);
    for (let i = 0; i < 5; i++) await rejection(victim.storage.ping());
    await victim.storage.ping();
    expect(await victim.storage.organizations.find(organization.id)).to.equal(undefined);
    await victim.close();
  });

  it('works on after the server is gone without a word from under its connections, idle or in a transaction', async () => {
    const proxy = await startFaultyProxy(postgres.url);
    const victim = await openPostgres({ url: proxy.url, poolMax: 2, statementTimeoutMs: 200 });
    // Opens both connections.
    await victim.storage.transaction(() => victim.storage.ping());
    const organization = samples.sampleOrganization();
    const work = victim.storage.transaction(async ({ organizations }) => {
      await organizations.insert(organization);
      proxy.vanish();
      await organizations.list({ limit: 1 });
    });
    expect(await rejection(work)).to.match(/Client was closed/);
    // The idle one has heard as little, so nobody waits for it.
    expect(await victim.storage.organizations.find(organization.id)).to.equal(undefined);
    expect(victim.pool()).to.deep.equal({ used: 0, free: 1, waiting: 0 });
    await victim.close();
    await proxy.close();
  });

  it('uses no connection again whose server takes no writes any more', async () => {
    const { knex, storage, close } = await openPostgres({ url: postgres.url, poolMax: 1 });
    const organization = samples.sampleOrganization();
    const insert = () => storage.transaction(({ organizations }) => organizations.insert(organization));
    await knex.raw('set default_transaction_read_only = on');
    expect(await rejection(insert())).to.match(/in a read-only transaction/);
    await insert();
    expect((await storage.organizations.find(organization.id))?.id).to.equal(organization.id);
    await close();
  });

  it('ends the connections of a pool to a former primary once one leads to the next, and opens none to it again', async () => {
    const fellows = createFellows();
    const settings = { connectionString: postgres.url };
    const open = async (isPooled = false) =>
      connect(settings, {
        ...{ statementTimeoutMs: 1_000, idleInTransactionTimeoutMs: 1_000, isPooled, mayBeStandby: false },
        ...{ place: createLogPlace(), fellows },
      });
    const [first, pooled] = [await open(), await open(true)];
    const [told] = (await first.rows(`select ${placeSql}`, [])) as { system: string; timeline: number }[];
    const { system = '', timeline = 0 } = told ?? {};
    const next = { answeredAtMs: () => 0, isIdle: () => true, lose: () => {} };
    fellows.add({ ...next, server: { system: 'another', timeline: timeline + 1 } });
    expect(first.isLost, 'a server of another system says nothing').to.equal(false);
    const waiting = first.rows('select pg_sleep(10)', []);
    fellows.add({ ...next, server: { system, timeline: timeline + 1 } });
    expect(await rejection(waiting)).to.match(/Connection terminated|Client was closed/);
    expect(first.isLost).to.equal(true);
    expect(await rejection(open())).to.match(/leads to a former primary/);
    // Behind a pooler only the commit shows where it went.
    expect(pooled.isLost).to.equal(false);
    const ask = (text: string) =>
      new Promise<unknown>((resolve) => pooled.query({ text }, (error) => resolve(error ?? undefined)));
    for (const text of ['begin', 'create temporary table t (n integer)']) expect(await ask(text)).to.equal(undefined);
    expect(await ask('commit'))
      .to.be.instanceOf(WriteDefect)
      .and.include({ outcome: 'unknown' });
    await pooled.end();
  });

  it('says of a commit that the server warns of that nobody knows what becomes of it', async () => {
    const { knex, close } = await openPostgres({ url: postgres.url, poolMax: 1 });
    // As PostgreSQL warns that it stopped waiting for a standby.
    await knex.raw(`create temporary table t (n integer);
      create function pg_temp.warn() returns trigger language plpgsql as $$
        begin raise warning 'canceling wait for synchronous replication'; return null; end $$;
      create constraint trigger t_warns after insert on t deferrable initially deferred
        for each row execute function pg_temp.warn()`);
    const thrown = await knex.transaction((db) => db.raw('insert into t values (1)')).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(WriteDefect).and.include({ outcome: 'unknown' });
    expect(databaseRefusal(thrown)?.code).to.equal('DATABASE_UNAVAILABLE');
    expect(await knex('t').pluck('n'), 'it is there').to.deep.equal([1]);
    await close();
  });

  it('says of a commit without an answer that nobody knows what became of it, and of a refused one that it was refused', async () => {
    const proxy = await startFaultyProxy(postgres.url);
    const victim = await openPostgres({ url: proxy.url, statementTimeoutMs: 200 });
    for (const fault of ['cut', 'vanish'] as const) {
      const organization = samples.sampleOrganization();
      const work = victim.storage.transaction(async ({ organizations }) => {
        await organizations.insert(organization);
        proxy[fault]();
      });
      const thrown = await work.catch((error: unknown) => error);
      proxy.mend();
      expect(thrown, fault).to.be.instanceOf(WriteDefect).and.include({ outcome: 'unknown' });
    }
    const isLate = 'create temporary table t (n integer unique deferrable initially deferred)';
    const refused = victim.knex.transaction(async (db) => {
      await db.raw(isLate);
      await db.raw('insert into t values (1), (1)');
    });
    expect(await refused.catch((error: unknown) => error)).to.include({ code: '23505' });
    await victim.close();
    await proxy.close();
  });

  it('waits for a migration however long it takes, and for the next statement no longer than before', async () => {
    const { knex, close } = await openPostgres({ url: postgres.url, poolMax: 1, statementTimeoutMs: 0 });
    await knex.transaction(async (db) => {
      for (const sql of postgresDialect.beforeMigration) await db.raw(sql);
      await db.raw('select pg_sleep(1.1)');
    });
    expect(await rejection(knex.transaction((db) => db.raw('select pg_sleep(2)')))).to.match(/Client was closed/);
    await close();
  });

  it('a transaction that ignored a failed statement fails at its commit', async () => {
    const organization = samples.sampleOrganization();
    const work = postgres.database.storage.transaction(async ({ organizations }) => {
      await organizations.insert(organization);
      await rejection(organizations.insert(organization));
    });
    expect(await rejection(work)).to.match(/rolled back: a statement in it failed/);
    expect(await postgres.database.storage.organizations.find(organization.id)).to.equal(undefined);
  });

  it('a commit that a reference forbids is an error', async () => {
    const operation = samples.sampleOperation(samples.samplePlane());
    const draft = samples.sampleDelivery(operation, { endpointId: samples.sampleId('we') });
    expect(await rejection(postgres.database.storage.deliveries.insert([draft]))).to.match(/foreign key/);
    await postgres.database.storage.ping();
  });

  it('names the statement of an error, never its values', async () => {
    const key = samples.sampleApiKey(samples.samplePlane(), { digest: 'very-secret' });
    const message = await rejection(postgres.database.storage.apiKeys.insert(key));
    expect(message).to.match(/api_keys.*foreign key/s);
    expect(message).not.to.include('very-secret');
  });

  it('gives bigint as a number, and refuses what no number can hold', async () => {
    const one = async (sql: string) => (await postgres.database.knex.raw(sql)).rows[0].n;
    expect(await one('select 9007199254740991::bigint as n')).to.equal(Number.MAX_SAFE_INTEGER);
    expect(await one('select count(*) as n from operations')).to.equal(0);
    expect(await rejection(one('select 9007199254740993::bigint as n'))).to.match(
      /9007199254740993, which is not a safe/,
    );
  });

  it('ends statements that run too long, and waits for a connection that last too long', async () => {
    const hasty = await openPostgres({ url: postgres.url, poolMax: 1, statementTimeoutMs: 100, acquireTimeoutMs: 150 });
    expect(await rejection(hasty.knex.raw('select pg_sleep(5)'))).to.match(/statement timeout/);
    const mistaken = hasty.storage.transaction(() => hasty.storage.ping());
    expect(await rejection(mistaken)).to.match(/Timeout acquiring a connection/);
    await hasty.storage.ping();
    await hasty.close();
  });

  it('a ping fails soon when no server answers', async () => {
    const nobody = await openPostgres({ url: 'postgres://test@127.0.0.1:1/postgres', acquireTimeoutMs: 500 });
    const started = Date.now();
    expect(await rejection(nobody.storage.ping())).not.to.equal(undefined);
    expect(Date.now() - started).to.be.lessThan(10_000);
    await nobody.close();
  });
});
