// Lists from a real streaming standby: one that stops to replay, is promoted, is killed (`npm run test:replica`).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { Caller, RequestId, SignedIn } from '#core';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { askServer } from '../../adapters/knex-postgres/testing/address.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from '../walk/processes.ts';

const lagSeconds = 3;
const operations = 20_000;

describePostgres('lists from a standby', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-replica-'));
  const hosts: HostProcess[] = [];
  let primary: TestPostgres;
  let standby: Awaited<ReturnType<TestPostgres['standby']>>;
  let service: Composition;
  let isGone = false;
  let member: Caller;
  let signedIn: SignedIn;
  let key: Caller;
  const env = () => ({
    ...{ NODE_ENV: 'test', DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, LOG_LEVEL: 'warn' },
    ...{ READ_REPLICA_LAG_SECONDS: String(lagSeconds), DATA_DIR: dataDir },
  });
  const open = (read: 'with' | 'without') => {
    const { DATABASE_READ_URL, ...rest } = env();
    const config = { ...rest, ...(read === 'with' && { DATABASE_READ_URL }), LOG_LEVEL: 'silent' };
    return compose(readConfig(config), 'http');
  };
  const reads = async (one: Composition, state: string) =>
    until(`the replica is ${state}`, async () => one.ports.replica?.state() === state || undefined);
  const readFrom = async (server: 'replica' | 'primary') => {
    const text = await (await service.metrics.answer()).text();
    return Number(new RegExp(`ledgerport_replica_reads_total\\{from="${server}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const listed = async (caller: Caller) => (await service.core.connections.list(caller, {})).total;
  /** As another host stores it, so that this process does not know of it. */
  const connectElsewhere = () => service.ports.storage.connections.insert(samples.sampleConnection(member));
  const pause = async () => {
    await askServer(standby.url, 'select pg_wal_replay_pause()');
    await until('the standby replays nothing', async () => {
      const [row] = await askServer(standby.url, 'select pg_get_wal_replay_pause_state() as state');
      return row?.['state'] === 'paused';
    });
  };
  const resume = () => askServer(standby.url, 'select pg_wal_replay_resume()');

  before(async () => {
    primary = await startPostgres({ own: true });
    const first = await openPostgres({ url: primary.url });
    await first.migrate();
    await first.close();
    standby = await primary.standby();
    service = await open('with');
    const { id: organizationId } = await service.core.access.createOrganization({ name: 'Readers', plan: 'paid' });
    const own = samples.sampleMember(organizationId, { role: 'owner' });
    await service.ports.storage.members.insert(own);
    const requestId = 'replica' as RequestId;
    member = { organizationId, environment: 'test', actor: own.id, requestId };
    key = { ...member, actor: samples.sampleId('key') };
    signedIn = { ...own, memberId: own.id, requestId } as unknown as SignedIn;
    await service.ports.storage.connections.insert(samples.sampleConnection(member));
    await reads(service, 'reading');
    // What the service itself has changed just now is read from the primary.
    await until('the replica answers', async () => {
      await listed(member);
      return (await readFrom('replica')) > 0;
    });
  });
  afterEach(() => resume().catch(() => {}));
  after(async () => {
    for (const host of hosts) await host.kill('SIGKILL');
    await service?.close();
    if (!isGone) await standby?.stop();
    await primary?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('are all answered by it: each that may be read late, the search and a file', async () => {
    const { core } = service;
    const [conn] = (await core.connections.list(member, {})).items;
    const connectionId = conn?.id ?? '';
    const asked: readonly (() => Promise<unknown>)[] = [
      () => core.connections.list(member, { q: 'customer' }),
      () => core.operations.list(member, {}),
      () => core.operations.failures(member, {}),
      () => core.events.list(member, {}),
      () => core.webhooks.listDeliveries(member, {}),
      () => core.requests.list(member, {}),
      () => core.requests.failures(member, {}),
      () => core.resources.list(member, { connectionId, type: 'invoices', query: { sort: 'total' } }),
      () => core.providerRequests.list(member, { connectionId, query: {} }),
      () => core.usage.read(key, {}),
      () => core.console.readAudit(signedIn, {}),
      () => core.console.search(signedIn, 'test', { q: 'customer', kinds: 'connections' }),
      () => core.console.exports.create(signedIn, 'test', { list: 'events', filter: {}, format: 'csv' }, {} as never),
    ];
    for (const [i, ask] of asked.entries()) {
      const before = [await readFrom('replica'), await readFrom('primary')] as const;
      await ask();
      expect(await readFrom('replica'), `${i}`).to.be.greaterThan(before[0]);
      expect(await readFrom('primary'), `${i}`).to.equal(before[1]);
    }
  });

  it('lack nothing for longer than the lag, show a key all at once, and show each caller its own change', async () => {
    const before = await listed(member);
    await pause();
    await connectElsewhere();
    expect([await listed(member), await listed(key)], 'the standby does not have it yet').to.deep.equal([
      before,
      before + 1,
    ]);
    const began = performance.now();
    await until('it is there', async () => (await listed(member)) === before + 1);
    expect(performance.now() - began).to.be.below(lagSeconds * 1000 + 1_000);
    expect(service.ports.replica?.state()).to.equal('behind');
    await resume();
    await reads(service, 'reading');
    await pause();
    const body = { url: 'https://example.com/hook', event_types: ['invoice.paid' as const] };
    const { value } = await service.core.webhooks.createEndpoint(member, { write: { key: 'own', body } });
    const { items } = await service.core.console.readAudit(signedIn, {});
    expect(service.ports.replica?.state(), 'and yet').to.equal('reading');
    expect(items.map(({ subject }) => subject)).to.include(value.endpoint.id);
    await resume();
  });

  it('is told by /ready, by metrics and by doctor', async () => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const host = startHost('hosts/koa/main.ts', { ...env(), PORT: port, METRICS_PORT: '0' });
    hosts.push(host);
    await answering(host, `${url}/ready`);
    await until('the host reads it', async () => {
      const ready = (await (await fetch(`${url}/ready`)).json()) as { readonly replica?: string };
      return ready.replica === 'reading';
    });
    await reads(service, 'reading');
    const text = await (await service.metrics.answer()).text();
    expect(text).to.match(/^ledgerport_replica_reading 1$/m);
    expect(Number(/^ledgerport_replica_behind_seconds (\S+)$/m.exec(text)?.[1])).to.be.within(0, lagSeconds);
    // It takes longer than the lag, and nothing else happens in this process meanwhile.
    expect(runCommand('hosts/admin/main.ts', ['doctor'], env())).to.match(/a standby, which has held the primary/);
  });

  it('take work off the primary', async () => {
    await fill(primary.url, member);
    await until('the standby has it all', async () => {
      const [row] = await askServer(standby.url, 'select count(*)::int as found from operations');
      return row?.['found'] === operations;
    });
    const [without, beside] = [await costs('without'), await costs('with')];
    const shares = Object.entries(without).map(([what, count]) => [what, beside[what] ?? 0, count] as const);
    for (const [what, left, all] of shares) {
      process.stdout.write(
        `      primary, ${what}: ${all} without a replica, ${left} with one (${((100 * left) / all).toFixed(1)} %)\n`,
      );
    }
    expect(beside['rows read'] ?? 0).to.be.below((without['rows read'] ?? 0) / 5);
  });

  /** What a hundred lists and a file of all operations cost the primary, by its own statistics. */
  async function costs(read: 'with' | 'without'): Promise<Readonly<Record<string, number>>> {
    const before = await counted();
    const own = await open(read);
    try {
      if (read === 'with') await reads(own, 'reading');
      for (let lists = 0; lists < 100; lists++) await own.core.operations.list(member, { limit: '50' });
      const asked = { list: 'operations', filter: { state: 'failed' }, format: 'csv' } as const;
      const made = await own.core.console.exports.create(signedIn, 'test', asked, { body: asked } as never);
      if ('value' in made) throw new Error('it is made in the background');
      for await (const chunk of made.chunks) expect(chunk.length).to.be.greaterThan(0);
    } finally {
      // A connection that ends tells its statistics.
      await own.close();
    }
    const after = await counted();
    return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  }

  async function counted(): Promise<Readonly<Record<string, number>>> {
    const [row] = await askServer(
      primary.url,
      `select tup_returned + tup_fetched as rows, blks_hit + blks_read as pages, xact_commit as transactions
        from pg_stat_database where datname = current_database()`,
    );
    const { rows, pages, transactions } = row ?? {};
    return { 'rows read': Number(rows), pages: Number(pages), transactions: Number(transactions) };
  }

  it('come from the primary once the standby is promoted, and at once when it is gone', async () => {
    const before = await listed(member);
    await askServer(standby.url, 'select pg_promote()');
    await reads(service, 'no_standby');
    await connectElsewhere();
    expect(await listed(member)).to.equal(before + 1);
    expect(() => runCommand('hosts/admin/main.ts', ['doctor'], env())).to.throw(/it is no standby of this primary/);
    await standby.stop();
    isGone = true;
    await reads(service, 'unreachable');
    const began = performance.now();
    expect(await listed(member)).to.equal(before + 1);
    expect(performance.now() - began).to.be.below(1_000);
    expect(() => runCommand('hosts/admin/main.ts', ['doctor'], env())).to.throw(/read replica/);
  });
});

/** Ended operations, a few of them failed. */
async function fill(url: string, { organizationId, environment }: Caller): Promise<void> {
  const at = `${Date.now() - 86_400_000} + n`;
  await askServer(
    url,
    `insert into operations (id, organization_id, environment, type, state, connection_id, subject, input, result,
      attempts, replays, run, attempt_count, max_attempts, lapses, lease_token, metadata, request_id, created_at,
      started_at, updated_at, finished_at, lane, queue_key, group_key)
    select 'op_0' || (1000000000000 + n), '${organizationId}', '${environment}', 'notification.process',
      case when n % 5 = 0 then 'failed' else 'succeeded' end, null, 'record ' || n, '{}', '{}', '[]', '[]', 1, 1, 10, 0, 1,
      '{}', 'req_' || n, ${at}, ${at}, ${at}, ${at}, '', '', '' from generate_series(1, ${operations}) n`,
  );
  await askServer(url, 'analyze operations');
}
