// One deployment on one database, with everything that is measured beside it: provider, floors and load generator, each
// a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../core/index.ts';
import { at, type Client, clientOf } from '../../tests/walk/client.ts';
import { freePort } from '../../tests/walk/processes.ts';
import { addConnection, addOrganization, addProviderApp, openDeployment } from '../changes/deployment.ts';
import { type Child, startChild } from '../engine/children.ts';
import type { DatabaseKind, HttpOptions } from '../flags.ts';

export interface HttpStage {
  readonly databaseUrl: string;
  readonly client: Client;
  /** Headers of a customer's request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: readonly Connection[];
  readonly invoiceId: string;
  readonly providerUrl: string;
  readonly floorUrl: string;
  readonly service: Child;
  /** The same host without the request log. */
  readonly unlogged: { readonly child: Child; readonly url: string };
  readonly floor: Child;
  readonly load: Child;
  end(): Promise<void>;
}

/** An app at the provider has 10,000 calls a minute over all of its connections. */
const connectionsAnApp = 50;
const invoiceId = '00000000-0000-4000-8000-00000000abcd';

export async function openHttpStage(
  server: { fresh(): Promise<string> },
  { connections: count }: HttpOptions,
): Promise<HttpStage> {
  const providerPort = await freePort();
  const provider = await startChild('../changes/provider-process.ts', [String(providerPort)]);
  const providerUrl = `http://127.0.0.1:${providerPort}`;
  const deployment = await openDeployment(server, providerUrl);
  const plane = await addOrganization(deployment);
  const { secret } = await deployment.core.access.issueKey({ ...plane, name: 'bench' });
  const connections: Connection[] = [];
  while (connections.length < count) {
    const app = await addProviderApp(deployment, plane, connections.length === 0);
    const added = Array.from({ length: connectionsAnApp }, () => addConnection(deployment, plane, app.id));
    connections.push(...(await Promise.all(added)));
  }
  const { child: service, url } = await deployment.startHttp();
  const unlogged = await deployment.startHttp({ isLogging: false });
  const port = await freePort();
  const floor = await startChild('../http/floor-process.ts', [String(port), deployment.databaseUrl, providerUrl]);
  const load = await startChild('../http/load-process.ts', []);
  return {
    databaseUrl: deployment.databaseUrl,
    client: clientOf(url, secret),
    headers: { authorization: `Bearer ${secret}` },
    connections,
    invoiceId,
    providerUrl,
    floorUrl: `http://127.0.0.1:${port}`,
    ...{ service, unlogged, floor, load },
    end: async () => {
      for (const child of [load, floor, service, unlogged.child]) await child.end();
      await deployment.close();
      await provider.end();
    },
  };
}

const lookEveryMs = 20;
const storedMs = 10_000;

/** Reads an invoice live and waits until its copy is in the cache. */
export async function storeSample({ client, connections }: HttpStage): Promise<string> {
  const records = `/v1/connections/${connections[0]?.id}/invoices`;
  await client.expecting(200, 'GET', `${records}/${invoiceId}`);
  const deadline = performance.now() + storedMs;
  while (at(await client.expecting(200, 'GET', records), 'data.items.0') === undefined) {
    if (performance.now() > deadline) throw new Error('the service stores no copy of what it read');
    await sleep(lookEveryMs);
  }
  return connections[0]?.id ?? '';
}

/** Where SQLite keeps the databases of a run. */
export function sqliteFiles(): { fresh(): Promise<string>; stop(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-bench-'));
  let made = 0;
  return {
    fresh: async () => `sqlite:${path.join(folder, `${++made}.db`)}`,
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const titleOf: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
