// A whole service for benchmarks, as one process: real gateway and storage, a budget that never says no.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { createCallJournal, createUsageMeter } from '../adapters/call-journal/index.ts';
import {
  createDigester,
  createEventSigner,
  createPasswordHasher,
  createSecretVault,
  parseKeyRing,
} from '../adapters/crypto/index.ts';
import { createEventSender } from '../adapters/event-sender-http/index.ts';
import { createLocalWakeUp, openSqlite } from '../adapters/knex-sqlite/index.ts';
import {
  createLedgerAuthorization,
  createLedgerGateway,
  createNotificationVerifier,
  sandboxProfile,
} from '../adapters/ledger-http/index.ts';
import { createPinoLog } from '../adapters/log-pino/index.ts';
import { createIdGenerator, createSystemClock } from '../adapters/system/index.ts';
import { type CorePorts, createCore, defaultRetentionDays } from '../core/index.ts';
import { createApp, serve } from '../hosts/koa/index.ts';

const [port = '', sandboxUrl = '', mode = ''] = process.argv.slice(2);
const baseUrl = `http://localhost:${port}`;
const records = 5_000;

/** The floor of a cached list: the same bytes from a route that does nothing. */
async function serveBareRoute(): Promise<void> {
  let body = '{}';
  const app = new Koa();
  app.use((context) => {
    if (context.method === 'POST') {
      return (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of context.req) chunks.push(chunk as Buffer);
        body = Buffer.concat(chunks).toString();
        context.body = '{}';
      })();
    }
    context.type = 'json';
    context.body = body;
    return undefined;
  });
  await serve(app, { host: '127.0.0.1', port: Number(port) });
  process.send?.({ ready: true });
}

/** In bytes; after a collection of garbage where Node exposes one. */
function memoryUse(): object {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
}

async function serveService(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openSqlite({ filename: path.join(dataDir, 'bench.db') });
  await database.migrate();
  const { storage } = database;
  const clock = createSystemClock();
  const ids = createIdGenerator();
  const log = createPinoLog({ level: 'info', destination: { write: () => {} } });
  const profile = sandboxProfile(sandboxUrl);
  const meter = createUsageMeter({ store: storage.usage, log, nextId: () => ids.next('req') });
  let isMetered = true;
  const ports: CorePorts = {
    storage,
    clock,
    ids,
    gateway: createLedgerGateway({ profile, clock }),
    authorization: createLedgerAuthorization({ profile, clock }),
    verifier: createNotificationVerifier(),
    signer: createEventSigner(),
    sender: createEventSender({ allowCidrs: [], allowHttp: false }),
    vault: createSecretVault({ keys: parseKeyRing(`k1:${'A'.repeat(43)}=`) }),
    digester: createDigester({ pepper: 'p'.repeat(32) }),
    sessionDigester: createDigester({ pepper: 's'.repeat(32) }),
    passwords: createPasswordHasher(),
    budget: { acquire: async () => ({ kind: 'granted', release: () => {} }), observe: () => {}, use: async () => [] },
    journal: createCallJournal({ store: storage.providerCalls, log }),
    meter: {
      count: (used) => isMetered && meter.count(used),
      keep: async (event) => (isMetered ? meter.keep(event) : undefined),
    },
    log,
    wakeUp: createLocalWakeUp(),
    settings: {
      baseUrl,
      redirectOrigins: ['http://localhost:3000'],
      readOnly: false,
      hostedApp: undefined,
      reconcileIntervalMinutes: 15,
      retentionDays: defaultRetentionDays,
    },
  };
  const core = createCore(ports);
  const organization = await core.access.createOrganization({ name: 'Bench', plan: 'paid' });
  const plane = { organizationId: organization.id, environment: 'test' } as const;
  const { secret } = await core.access.issueKey({ ...plane, name: 'bench' });
  await core.access.registerProviderApp({
    ...plane,
    name: 'Bench',
    clientId: 'bench',
    clientSecret: 'secret',
    webhookKey: 'key',
    makeDefault: true,
  });
  const app = createApp({
    core,
    log: ports.log,
    nextRequestId: () => ids.next('req'),
    settings: {
      baseUrl,
      allowHttp: true,
      trustProxy: false,
      signatureHeader: 'X-Ledger-Signature',
      redirectOrigins: ['http://localhost:3000'],
    },
  });
  await serve(app, { host: '127.0.0.1', port: Number(port) });
  process.on('message', (message: { fill?: string; metered?: boolean }) => {
    if (message.metered !== undefined) {
      isMetered = message.metered;
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMicroseconds: user + system });
    } else if (message.fill === undefined) process.send?.(memoryUse());
    else void fill(message.fill).then(() => process.send?.({ filled: true }));
  });
  process.send?.({ ready: true, secret });

  /** Copies one live record into many, so that the cached list has something to page through. */
  async function fill(connectionId: string): Promise<void> {
    const connection = await storage.connections.find(plane, connectionId as never);
    if (!connection) throw new Error('no such connection');
    const page = await storage.records.list(
      { connectionId: connection.id, type: 'invoices' },
      {},
      { limit: 1, page: 1 },
    );
    const [sample] = page.items;
    if (!sample) throw new Error('nothing to copy');
    for (let i = 0; i < records; i += 500) {
      await storage.records.put(
        connection,
        Array.from({ length: 500 }, (_, n) => ({
          ...sample,
          providerId: `00000000-0000-4000-8000-${String(i + n).padStart(12, '0')}`,
          fetchedAt: new Date(sample.fetchedAt.getTime() + i + n),
        })),
      );
    }
  }
}

await (mode === 'bare' ? serveBareRoute() : serveService());
