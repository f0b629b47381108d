// Secrets, to be looked for by an auditor (docs/retention-and-secrets.md): every kind of secret is known here, much is made
// to go wrong, and then none of them may be in a table, a file, a line, an answer or a process's title.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sealedColumns } from '#core/ports';
import { createSecretVault, parseKeyRing } from '../../adapters/crypto/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { appSecrets, type CanaryWorld, describeCanaries, openCanaryWorld } from './canary-world.ts';
import { connect, openSession, textAt } from './client.ts';
import { type Collector, startCollector } from './collector.ts';
import type { DatabaseKind } from './fleet.ts';
import { freePort, type HostProcess, startHost } from './processes.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const word = (name: string) => `cAnary${name}${randomBytes(20).toString('hex')}`;

function suite(kind: DatabaseKind): void {
  const secrets = {
    key: randomBytes(32).toString('base64'),
    pepper: word('Pepper'),
    session: word('Session'),
    hostedSecret: word('HostedSecret'),
    hostedHook: word('HostedHook'),
    password: word('Password'),
    wrongKey: `acct_test_${randomBytes(19).toString('hex')}`,
    ...appSecrets,
  };
  const configuration = {
    ENCRYPTION_KEYS: `canary:${secrets.key}`,
    API_KEY_PEPPER: secrets.pepper,
    SESSION_SECRET: secrets.session,
    HOSTED_APP_CLIENT_ID: 'hosted',
    HOSTED_APP_CLIENT_SECRET: secrets.hostedSecret,
    HOSTED_APP_WEBHOOK_KEY: secrets.hostedHook,
  };
  const known = new Set<string>(Object.values(secrets));
  let collector: Collector;
  let world: CanaryWorld;
  let host: HostProcess;
  let receiver: Receiver;
  let connectionId: string;

  before(async () => {
    collector = await startCollector();
    world = await openCanaryWorld(kind, { ...configuration, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    host = await world.startHttp();
    receiver = await startReceiver();
    known.add(world.apiKey);
  });
  after(async () => {
    await world?.stop();
    await receiver?.close();
    collector?.close();
  });

  /** What is kept sealed is known from here on. */
  const learnSealed = async () => {
    const vault = createSecretVault({ keys: parseKeyRing(configuration.ENCRYPTION_KEYS) });
    for (const column of sealedColumns) {
      const { table, boundAs } = column;
      for (const { row, sealed, ...owner } of await world.database.storage.sealedValues.list(column, 'canary', {
        after: null,
        limit: 50,
      })) {
        known.add(await vault.open(sealed, { ...owner, table, row, column: boundAs }));
      }
    }
  };
  const hear = async (name: string, path: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
    const answer = await fetch(world.client.baseUrl + path, { method, headers });
    world.heard.set(name, (await answer.text()) + JSON.stringify([...answer.headers]));
    return answer.status;
  };

  it('a customer connects, subscribes and rotates; every secret of it is learned', async () => {
    const { client, sandbox, heard } = world;
    const args = ['member', 'create', '--org', world.organizationId, '--email', 'mine@example.com', '--role', 'owner'];
    world.admin(args, `${secrets.password}\n`);
    world.admin(['key', 'list', '--org', world.organizationId]);
    world.admin(['doctor']);
    const { link, authorizeUrl } = await openSession(client, { externalAccountId: 'canary-1' });
    known.add(link.split('/').at(-1) ?? '');
    known.add(new URL(authorizeUrl).searchParams.get('state') ?? '');
    const [tenantId = ''] = await sandbox.tenants();
    const back = await connect(client, sandbox, { externalAccountId: 'canary-2', tenantIds: [tenantId] });
    connectionId = String(back.searchParams.get('connection_id'));
    heard.set('return address', back.href);
    const portal = await client.expecting(201, 'POST', '/v1/portal-sessions', { connection_id: connectionId });
    const page = textAt(portal, 'data.url');
    known.add(page.split('/').at(-1) ?? '');
    expect((await fetch(page)).status).to.equal(200);
    expect((await fetch(`${page}/reconnect`, { method: 'POST', redirect: 'manual' })).status).to.equal(303);
    const made = await client.expecting(201, 'POST', '/v1/webhook-endpoints', {
      url: receiver.url,
      event_types: ['*'],
    });
    const endpoint = textAt(made, 'data.webhook_endpoint_id');
    known.add(textAt(made, 'data.signing_secret'));
    const rotated = await client.expecting(200, 'POST', `/v1/webhook-endpoints/${endpoint}/rotate-secret`);
    receiver.trust(textAt(rotated, 'data.signing_secret'));
    await client.expecting(200, 'POST', `/v1/webhook-endpoints/${endpoint}/test`);
    await until('the delivery', () => receiver.received.length > 0);
    heard.set('receiver', JSON.stringify(receiver.received));
    await learnSealed();
    expect(known.size).to.be.above(14);
  });

  it('requests fail in every way, a defect among them', async () => {
    const { database } = world;
    const bearer = { authorization: `Bearer ${world.apiKey}` };
    expect(await hear('wrong key', '/v1/connections', { authorization: `Bearer ${secrets.wrongKey}` })).to.equal(401);
    expect(await hear('basic', '/v1/connections', { authorization: `Basic ${secrets.password}` })).to.equal(401);
    expect(await hear('key in the query', `/v1/connections?api_key=${world.apiKey}`, bearer)).to.equal(400);
    expect(await hear('key in the path', `/v1/connections/${world.apiKey}`, bearer)).to.equal(404);
    await database.knex.schema.renameTable('connections', 'connections_away');
    expect(await hear('a defect', '/v1/connections', bearer)).to.equal(500);
    await database.knex.schema.renameTable('connections_away', 'connections');
    await until('its line', () => host.output().includes('request failed'));
  });

  it('the token endpoint fails, and repeats what it was sent', async () => {
    const { sandbox } = world;
    await host.kill('SIGTERM');
    host = await world.startHttp({ TEST_CLOCK_OFFSET_SECONDS: '7200', TEST_CLOCK_TOLERANCE_SECONDS: '7260' });
    const echo = [...known].join(' ');
    const bearer = { authorization: `Bearer ${world.apiKey}` };
    const read = `/v1/connections/${connectionId}/tax_rates/OUTPUT2`;
    const actions = [
      { status: 500, body: `<p>${echo}</p>` },
      { status: 200, body: { access_token: null, refresh_token: echo } },
      { status: 400, body: { error: 'invalid_client', error_description: echo, [echo.slice(0, 60)]: echo } },
    ];
    for (const [i, action] of actions.entries()) {
      await sandbox.control('POST', 'faults', { match: { path: '/connect/token' }, action, times: 1 });
      expect(await hear(`token fault ${i}`, read, bearer)).to.be.within(400, 599);
      await sandbox.control('DELETE', 'faults');
    }
    expect(await hear('a fresh token', read, bearer)).to.equal(200);
    await learnSealed();
  });

  it('hosts that cannot start, and one that crashes, say nothing secret', async () => {
    // As soon as the host is set for it, an error that has secrets hanging on it.
    const thrown = `Object.assign(new Error('crash'),{options:{password:process.env.API_KEY_PEPPER},cause:{key:process.env.ENCRYPTION_KEYS}})`;
    const script = `setInterval(()=>{if(process.listenerCount('uncaughtException')>0)throw ${thrown}},20)`;
    const crash = `data:text/javascript,${encodeURIComponent(script)}`;
    const withoutDatabase = {
      'a broken key ring': { ENCRYPTION_KEYS: `canary:${secrets.key}x`, API_KEY_PEPPER: secrets.pepper.slice(0, 20) },
      'key and id changed round': { ENCRYPTION_KEYS: `${secrets.key}:canary` },
      'half an app': { HOSTED_APP_CLIENT_ID: '' },
      'another database': { DATABASE_URL: `mysql://someone:${secrets.password}@127.0.0.1/none` },
      'no such database': { DATABASE_URL: `postgres://someone:${secrets.password}@127.0.0.1:1/none` },
    };
    const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      // They end before this world's database is opened, so one of the two suites has them.
      ...(kind === 'SQLite' ? withoutDatabase : {}),
      'another ring': { ENCRYPTION_KEYS: `other:${secrets.key}` },
      'a crash': { NODE_OPTIONS: `--import=${crash}` },
    };
    const began = Object.entries(cases).map(async ([name, env]) => {
      const port = String(await freePort());
      const failing = startHost('hosts/koa/main.ts', { ...world.env, ...env, PORT: port });
      const code = await failing.exitCode();
      world.heard.set(name, failing.output());
      expect([name, code]).to.deep.equal([name, name === 'a crash' ? 70 : 1]);
      expect(failing.output(), name).to.not.equal('');
    });
    await Promise.all(began);
    expect(world.heard.get('a crash')).to.contain('an error was not caught');
    expect(world.heard.get('another ring')).to.contain('need keys that are not given: canary');
  });

  it('none of them is anywhere', async () => {
    const { client, heard } = world;
    for (const list of ['operations', 'events', 'webhook-deliveries', 'webhook-endpoints', 'connections']) {
      heard.set(list, JSON.stringify(await client.expecting(200, 'GET', `/v1/${list}?limit=200`)));
    }
    heard.set('metrics', await world.metrics());
    const isTold = (name: string) => collector.spans.some((span) => span.name === name);
    await until('spans of both hosts', () => isTold('provider token') && isTold('connectSessions.callback'), 20_000);
    heard.set('collector', collector.heard());
    for (const file of ['cmdline', 'comm'])
      heard.set(`title ${file}`, readFileSync(`/proc/${host.pid}/${file}`, 'utf8'));
    expect(known.size).to.be.above(16);
    expect([...known].filter((secret) => secret.length < 8)).to.deep.equal([]);
    expect(await world.scan([...known])).to.deep.equal([]);
    expect(await world.scanBytes([...known])).to.deep.equal([]);
  });
}

describeCanaries('secrets leave no trace', 'SQLite', suite);
