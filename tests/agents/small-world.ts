// Two HTTP hosts and a worker in this process, on one SQLite file, over the sandbox.

import { randomUUID } from 'node:crypto';
import type { Core } from '#core';
import type { CorePorts } from '../../core/ports/core-ports.ts';
import { memberOf } from '../../core/use-cases/approvals/testing/waiting.ts';
import { connected, withoutFirstSync, write } from '../../core/use-cases/testing/connecting.ts';
import { openService, type Service } from '../../core/use-cases/testing/service.ts';
import { createApp } from '../../hosts/koa/app.ts';
import { type RunningServer, serve } from '../../hosts/koa/serve.ts';
import { issueKeys, stock } from './given-books.ts';
import type { Places } from './intents.ts';
import { type Life, lifeOf } from './killable.ts';
import { type AgentWorld, canary } from './world.ts';

export interface SmallWorld extends AgentWorld {
  readonly places: Places;
  readonly service: Service;
}

interface Host {
  readonly server: RunningServer;
  readonly life: Life;
}

export interface SmallOptions {
  /** How many intents the run has. */
  readonly count: number;
  /** Breaks a rule, for a run that must be caught. */
  readonly sabotage?: (ports: CorePorts) => CorePorts;
}

async function openHost(service: Service, sabotage: (ports: CorePorts) => CorePorts): Promise<Host> {
  const life = lifeOf();
  const core = await service.another((ports) => sabotage(life.wrap(ports)));
  const { ports } = service;
  const app = createApp({
    core,
    log: ports.log,
    nextRequestId: () => ports.ids.next('req'),
    settings: {
      ...{ baseUrl: ports.settings.baseUrl, allowHttp: true, trustProxy: false },
      redirectOrigins: ports.settings.redirectOrigins,
      mcp: { origins: [] },
    },
  });
  return { life, server: await serve(app, { host: '127.0.0.1', port: 0 }) };
}

/** Works until it is killed or stopped. */
async function openWorker(service: Service, sabotage: (ports: CorePorts) => CorePorts) {
  const life = lifeOf();
  const core = await service.another((ports) => sabotage(life.wrap(ports)));
  let isWanted = true;
  const never = new AbortController().signal;
  const turn = async ({ worker }: Core) => {
    await worker.sweep();
    const leased = await worker.claim(5);
    await Promise.all(leased.map((one) => worker.run(one, never)));
    return leased.length;
  };
  const works = (async () => {
    while (isWanted) {
      const found = await turn(core).catch(() => 0);
      await new Promise((resolve) => setTimeout(resolve, found > 0 ? 1 : 100));
    }
  })();
  return {
    async stop() {
      isWanted = false;
      await works;
    },
    kill() {
      isWanted = false;
      life.end();
    },
  };
}

/** A morning on which no day ends. */
function slowMorning(): () => number {
  const begin = Date.UTC(2026, 10, 10, 1);
  const started = performance.now();
  return () => begin + Math.floor(performance.now() - started);
}

async function foreignBooks(service: Service, plane: Parameters<typeof connected>[1]) {
  const name = `${canary} ${randomUUID()}`;
  const tenantId = await service.newTenant(name);
  const connection = await connected(service, plane, tenantId, { external_account_id: tenantId });
  await withoutFirstSync(service, plane, connection);
  const body = { name: `${canary} customer` } as never;
  await service.core.resources.create(plane, {
    ...{ connectionId: connection.id, type: 'contacts' },
    write: { key: randomUUID(), body },
  });
  return { connectionId: connection.id, tenantId, name };
}

/** What runs share: a database and the sandbox. Each run has an organization of its own. */
export function openAgentService(): Promise<Service> {
  return openService({ shared: true, now: slowMorning() });
}

export async function openSmallWorld(
  service: Service,
  { count, sabotage = (plain) => plain }: SmallOptions,
): Promise<SmallWorld> {
  const { core } = service;
  const [tenancy, strangers] = [await service.newOrganization(), await service.newOrganization()];
  const caller = tenancy.test;
  const member = await memberOf(service, tenancy);
  const tenantId = await service.newTenant('Harbour Books');
  const connection = await connected(service, caller, tenantId, { external_account_id: tenantId });
  await withoutFirstSync(service, caller, connection);
  const foreign = [await foreignBooks(service, strangers.test), await foreignBooks(service, caller)];
  const { contacts, invoices, currency } = await stock(core, caller, connection.id);
  const keys = await issueKeys(core, caller, connection.id, { currency, count });
  const hosts = [await openHost(service, sabotage), await openHost(service, sabotage)];
  let worker = await openWorker(service, sabotage);
  let turns = 0;
  return {
    ...{ core, member, service, sandbox: service.sandbox, tenantId, connectionId: connection.id, foreign, currency },
    places: { connectionId: connection.id, foreign, contacts, invoices },
    urls: () => hosts.map(({ server }) => server.url),
    secretOf: keys.secretOf,
    async roll(name) {
      const asked = { oldEndsInHours: 0, write: write({}, randomUUID()) };
      const { value } = await core.console.rollKey(member, keys.idOf(name), asked);
      keys.put(name, { id: value.key.id, secret: value.secret ?? '' });
    },
    async killOne() {
      const at = turns++ % hosts.length;
      const next = await openHost(service, sabotage);
      const old = hosts.splice(at, 1, next)[0];
      old?.life.end();
      await old?.server.close(0);
    },
    async killWorker() {
      worker.kill();
      worker = await openWorker(service, sabotage);
    },
    async rest(seconds) {
      service.advance(seconds * 3);
      await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async close() {
      await worker.stop();
      for (const { server } of hosts) await server.close(2_000);
    },
  };
}
