// Two HTTP hosts, two workers and the sandbox as the provider, each a process, on a cluster that fails over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller, RequestId } from '#core';
import type { ApiKeyId } from '#core/ports';
import { until } from '../../contract-tests/testing/until.ts';
import { cancel } from '../../core/domain/operation-moves.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import type { Service } from '../../core/use-cases/testing/service.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { type Client, clientOf, type Sandbox, sandboxOf } from '../walk/client.ts';
import { answering, freePort, type HostProcess, runCommand, startHost } from '../walk/processes.ts';
import { type Receiver, startReceiver } from '../walk/receiver.ts';
import type { Cluster } from './cluster.ts';

export interface Company {
  readonly connectionId: string;
  readonly tenantId: string;
  /** A contact that people edit at the provider. */
  readonly contactIds: readonly string[];
}

export interface FailingDeployment {
  readonly clients: readonly Client[];
  readonly secret: string;
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  readonly companies: readonly Company[];
  /** The addresses of every process's `/ready`. */
  readonly readies: readonly string[];
  admin(...words: readonly string[]): Record<string, unknown>;
  /** What `admin doctor` prints, which ends with a failure where it has found one. */
  doctor(): string;
  /** Waits until no work is left that is due. */
  idle(withinMs: number): Promise<void>;
  output(): string;
  close(): Promise<void>;
}

interface Addresses {
  readonly url: string;
  /** Past a pooler by transaction. */
  readonly directUrl?: string;
}

const editedEach = 4;

export async function startDeployment(
  cluster: Cluster,
  companies: number,
  { url, directUrl }: Addresses = { url: cluster.url },
): Promise<FailingDeployment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'failover-hosts-'));
  const [first, second, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const workerPorts = [await freePort(), await freePort()];
  const baseUrl = `http://localhost:${first}`;
  const env = {
    DATABASE_URL: url,
    ...(directUrl !== undefined && { DATABASE_DIRECT_URL: directUrl }),
    ...{ DATA_DIR: dataDir, BASE_URL: baseUrl, SANDBOX_PORT: String(sandboxPort) },
    ...{ ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', LOG_LEVEL: 'warn', METRICS_PORT: '0' },
    // Changes are heard by notifications alone, so that what is lost of them is not found by chance.
    ...{ RECONCILE_INTERVAL_MINUTES: '1440', FOLLOW_MINUTES: '0' },
  };
  const composition = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'walk');
  const hosts: HostProcess[] = [startHost('hosts/sandbox/main.ts', env)];
  const sandbox = sandboxOf(`http://localhost:${sandboxPort}`);
  const receiver = await startReceiver();
  const close = async () => {
    await Promise.all(hosts.map((host) => host.kill('SIGKILL')));
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await answering(hosts[0] as HostProcess, `${sandbox.url}/_sandbox/organisations`);
    await sandbox.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: null } });
    const { core, ports } = composition;
    const { id: organizationId } = await core.access.createOrganization({ name: 'Failing over', plan: 'paid' });
    const plane = { organizationId, environment: 'test' } as const;
    const caller: Caller = { ...plane, actor: 'key_walk' as ApiKeyId, requestId: 'req-walk' as RequestId };
    const secrets = { clientSecret: 'client-secret', webhookKey: 'webhook-key' };
    const app = { ...plane, provider: 'ledger', clientId: organizationId, name: 'own', makeDefault: true, ...secrets };
    const { id: appId } = await core.access.registerProviderApp(app);
    await sandbox.control('POST', 'apps', {
      ...{ client_id: organizationId, client_secret: secrets.clientSecret, webhook_key: secrets.webhookKey },
      redirect_uris: [`${baseUrl}/oauth/ledger/callback`],
      webhook_url: `${baseUrl}/webhooks/ledger/${appId}`,
    });
    const service = { core, ports, sandbox } as Partial<Service> as Service;
    const opened: Company[] = [];
    while (opened.length < companies) {
      const made = await sandbox.control('POST', 'organisations', { name: `Books ${opened.length}`, seed: 'empty' });
      const tenantId = String(made['tenant_id']);
      const { id: connectionId } = await connected(service, caller, tenantId, { external_account_id: tenantId });
      await ports.storage.transaction(async ({ operations }) => {
        for (const sync of await operations.lockUnfinished(caller, { connectionId }, 1))
          await operations.update(cancel(sync, ports.clock.now()), sync.state);
      });
      const contactIds: string[] = [];
      for (let n = 0; n < editedEach; n++) {
        const asked = { connectionId, type: 'contacts', write: write({ name: `Edited ${n}` }) } as const;
        contactIds.push((await core.resources.create(caller, asked)).value.providerId);
      }
      opened.push({ connectionId, tenantId, contactIds });
    }
    const body = { url: receiver.url, event_types: ['*'] };
    const { signingSecret } = (await core.webhooks.createEndpoint(caller, { write: write(body) })).value;
    receiver.trust(signingSecret ?? '');
    const { secret } = await core.access.issueKey({ ...plane, name: 'failover' });
    await composition.close();
    for (const port of [first, second]) hosts.push(startHost('hosts/koa/main.ts', { ...env, PORT: String(port) }));
    for (const port of workerPorts)
      hosts.push(startHost('hosts/worker/main.ts', { ...env, WORKER_PORT: String(port) }));
    const readies = [first, second, ...workerPorts].map((port) => `http://localhost:${port}/ready`);
    for (const [i, ready] of readies.entries()) await answering(hosts[i + 1] as HostProcess, ready);
    const admin: FailingDeployment['admin'] = (...words) =>
      JSON.parse(runCommand('hosts/admin/main.ts', [...words, '--json'], env));
    // Other deployments of this cluster have left work behind, and a sync may wait for minutes until the provider's budget lets it run.
    const due = `select id, type, state from operations where state in ('queued', 'running', 'retrying')
      and type not in ('retention.purge', 'connection.reconcile', 'connection.follow', 'connection.sync')
      and organization_id = '${organizationId}' limit 20`;
    return {
      clients: [first, second].map((port) => clientOf(`http://localhost:${port}`, secret)),
      ...{ secret, sandbox, receiver, companies: opened, readies, close },
      admin,
      doctor() {
        try {
          return JSON.stringify(admin('doctor'));
        } catch (error) {
          return String(error);
        }
      },
      async idle(withinMs) {
        let left: readonly object[] = [];
        const isIdle = async () => {
          left = await cluster.query(due).catch(() => [{}]);
          return left.length === 0;
        };
        await until('idle workers', isIdle, withinMs).catch((error: unknown) => {
          throw new Error(`${String(error)}: ${JSON.stringify(left)}`);
        });
      },
      output: () => hosts.map((host, i) => `--- host ${i}\n${host.output().slice(-3_000)}`).join('\n'),
    };
  } catch (error) {
    await composition.close();
    await close();
    throw error;
  }
}

/** Every process says that it is ready; resolves to the milliseconds that it took. */
export async function untilReady({ readies, output }: FailingDeployment, withinMs: number): Promise<number> {
  const began = performance.now();
  const isReady = async (url: string) =>
    (await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined))?.ok === true;
  await until('ready hosts', async () => (await Promise.all(readies.map(isReady))).every(Boolean), withinMs).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${output()}`);
    },
  );
  return performance.now() - began;
}
