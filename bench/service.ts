// A whole service for benchmarks, as one process: real gateway and storage, a budget that never says no.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

const [port = '', sandboxUrl = ''] = process.argv.slice(2);
const baseUrl = `http://localhost:${port}`;

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
    budget: { acquire: async () => ({ kind: 'granted', release: () => {} }), use: async () => [] },
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
      reconcileAdaptive: false,
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
  process.on('message', ({ metered }: { metered: boolean }) => {
    isMetered = metered;
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system });
  });
  process.send?.({ ready: true, secret });
}

await serveService();
