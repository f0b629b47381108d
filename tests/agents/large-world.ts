// Two HTTP hosts, a worker and the sandbox, each a process, on one PostgreSQL; they are ended with SIGKILL.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plane } from '#core';
import { migratedDatabase } from '../../adapters/knex-postgres/testing/migrated.ts';
import { memberOf } from '../../core/use-cases/approvals/testing/waiting.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { type Client, clientOf, connected, type Sandbox, sandboxOf } from '../walk/client.ts';
import { answering, freePort, type HostProcess, startHost } from '../walk/processes.ts';
import { issueKeys, stock } from './given-books.ts';
import type { Places } from './intents.ts';
import { type AgentWorld, canary } from './world.ts';

const main = 'tests/agents/host.ts';

async function newTenant(sandbox: Sandbox, name: string): Promise<string> {
  return String((await sandbox.control('POST', 'organisations', { name, seed: 'empty' }))['tenant_id']);
}

async function foreignBooks(client: Client, sandbox: Sandbox) {
  const name = `${canary} ${randomUUID()}`;
  const tenantId = await newTenant(sandbox, name);
  const connectionId = await connected(client, sandbox, { externalAccountId: tenantId, tenantIds: [tenantId] });
  await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, { name: `${canary} customer` });
  return { connectionId, tenantId, name };
}

/** Processes that a run ends and starts again; each listens where the one before it did. */
async function openHosts(env: Readonly<Record<string, string>>, ports: readonly number[]) {
  const start = (port: number) => startHost(main, { ...env, PORT: String(port) });
  const urlOf = (port: number) => `http://localhost:${port}`;
  const hosts = new Map<number, HostProcess>();
  for (const port of ports) hosts.set(port, start(port));
  for (const [port, host] of hosts) await answering(host, `${urlOf(port)}/ready`);
  const workerPort = String(await freePort());
  const startWorker = () => startHost(main, { ...env, WORKER_PORT: workerPort }, ['worker']);
  let worker = startWorker();
  let turns = 0;
  return {
    urls: () => ports.map(urlOf),
    async killOne() {
      const port = ports[turns++ % ports.length] ?? 0;
      await hosts.get(port)?.kill('SIGKILL');
      hosts.set(port, start(port));
      await answering(hosts.get(port) as HostProcess, `${urlOf(port)}/ready`);
    },
    async killWorker() {
      await worker.kill('SIGKILL');
      worker = startWorker();
    },
    end: () => Promise.all([worker, ...hosts.values()].map((host) => host.kill('SIGKILL'))),
  };
}

export async function openLargeWorld(count: number): Promise<AgentWorld & { readonly places: Places }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-agents-'));
  const { url } = await migratedDatabase();
  const [firstPort, secondPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const baseUrl = `http://localhost:${firstPort}`;
  const settings = {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, BASE_URL: baseUrl, SANDBOX_PORT: String(sandboxPort) },
    ...{ ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', MCP_ENABLED: 'true' },
  };
  const env = { ...settings, LOG_LEVEL: 'error' };
  const composition = await compose(readConfig({ ...settings, LOG_LEVEL: 'silent' }), 'agents');
  const { core, ports } = composition;
  const sandboxHost = startHost('hosts/sandbox/main.ts', env);
  const sandbox = sandboxOf(`http://localhost:${sandboxPort}`);
  await answering(sandboxHost, `${sandbox.url}/_sandbox/organisations`);
  await sandbox.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: null, app_minute: null } });
  const hosts = await openHosts(env, [firstPort, secondPort]);

  const organization = async (name: string) => {
    const { id: organizationId } = await core.access.createOrganization({ name, plan: 'paid' });
    const plane: Plane = { organizationId, environment: 'test' };
    const secrets = { clientSecret: 'client-secret', webhookKey: 'webhook-key' };
    const app = {
      ...plane,
      ...secrets,
      provider: 'ledger',
      clientId: organizationId,
      name: 'own',
      makeDefault: true,
    } as const;
    const { id } = await core.access.registerProviderApp(app);
    await sandbox.control('POST', 'apps', {
      ...{ client_id: organizationId, client_secret: secrets.clientSecret },
      redirect_uris: [`${baseUrl}/oauth/ledger/callback`],
      ...{ webhook_url: `${baseUrl}/webhooks/ledger/${id}`, webhook_key: secrets.webhookKey },
    });
    const { secret } = await core.access.issueKey({ ...plane, name: 'program' });
    return { plane, secret, client: clientOf(baseUrl, secret) };
  };
  const [own, strangers] = [await organization('Agents'), await organization('Strangers')];
  const tenantId = await newTenant(sandbox, 'Harbour Books');
  const connectionId = await connected(own.client, sandbox, { externalAccountId: tenantId, tenantIds: [tenantId] });
  const foreign = [await foreignBooks(strangers.client, sandbox), await foreignBooks(own.client, sandbox)];
  const caller = await core.access.authenticate(`Bearer ${own.secret}`, 'req-program' as never);
  const { contacts, invoices, currency } = await stock(core, caller, connectionId);
  const keys = await issueKeys(core, own.plane, connectionId, { currency, count });
  const member = await memberOf({ core, ports } as never, own.plane);
  return {
    ...{ core, member, sandbox, tenantId, connectionId, foreign, currency },
    places: { connectionId, foreign, contacts, invoices },
    ...{ urls: hosts.urls, killOne: hosts.killOne, killWorker: hosts.killWorker, secretOf: keys.secretOf },
    async roll(name) {
      const asked = { oldEndsInHours: 0, write: write({}, randomUUID()) };
      const { value } = await core.console.rollKey(member, keys.idOf(name), asked);
      keys.put(name, { id: value.key.id, secret: value.secret ?? '' });
    },
    rest: (seconds) => pause(Math.min(seconds, 1) * 400),
    async close() {
      await hosts.end();
      await sandboxHost.kill('SIGKILL');
      await composition.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
