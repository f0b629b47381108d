// Connections of the whole core to one Tryton server, each through a proxy of its own, and the books as its administrator
// sees them.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../core/domain/caller.ts';
import { ServiceError } from '../../../core/domain/errors.ts';
import { cancel } from '../../../core/domain/operation-moves.ts';
import type { JsonObject, Provider } from '../../../core/ports.ts';
import { backWith, newSession, write } from '../../../core/use-cases/testing/connecting.ts';
import { openService, type Service } from '../../../core/use-cases/testing/service.ts';
import { serviceLogin } from '../local/seed.ts';
import { createTrytonProvider } from '../provider.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type Paperwork, paperworkIn, today } from './paperwork.ts';
import { adminClient, servicePassword, type TrytonClient } from './seed.ts';
import { localRules, type TestTryton } from './tryton-server.ts';

type Deployment = Pick<Service, 'core' | 'ports'>;

export interface FaultBooks {
  readonly service: Service;
  readonly caller: Caller;
  /** The administrator, who counts and edits, past the proxies. */
  readonly admin: TrytonClient;
  readonly work: Paperwork;
  readonly contactId: string;
  readonly tax: string;
  way(): Promise<Way>;
  close(): Promise<void>;
}

/** A connection, and the proxy that its calls pass. */
export interface Way {
  readonly proxy: CuttingProxy;
  readonly connectionId: string;
  readonly create: (type: string, body: JsonObject, key?: string) => Promise<{ readonly providerId: string }>;
  readonly update: (
    type: string,
    id: string,
    body: JsonObject,
    key?: string,
  ) => Promise<{ readonly providerId: string }>;
}

export async function openFaultBooks(tryton: TestTryton): Promise<FaultBooks> {
  const service = await openService({
    wrap: (ports) => ({
      ...ports,
      providers: {
        ...ports.providers,
        tryton: apart(createTrytonProvider({ clock: ports.clock, ...localRules })),
      },
    }),
  });
  const { test: caller } = await service.newOrganization();
  const proxies: CuttingProxy[] = [];
  const way = async () => {
    const proxy = await startCuttingProxy(tryton.url);
    proxies.push(proxy);
    return { proxy, ...(await connect(service, caller, { server_address: proxy.url, database: tryton.database })) };
  };
  const first = await way();
  return {
    ...{ service, caller, way },
    admin: await adminClient(tryton.rpc, tryton, tryton.seeded),
    work: await paperworkIn(tryton),
    contactId: (await first.create('contacts', { name: 'Customer of all' })).providerId,
    tax: String(tryton.seeded.salesTax),
    async close() {
      await service.close();
      for (const proxy of proxies) await proxy.close();
    },
  };
}

/** The proxies stand for servers of their own, so that each can have a connection: nothing tells that they lead to one. */
function apart(provider: Provider): Provider {
  const { connect: form } = provider;
  if (form.kind !== 'form') return provider;
  const { identityOf: _identityOf, ...rest } = form;
  const tenants: typeof form.tenants = async (...asked) =>
    (await form.tenants(...asked)).map(({ identity: _identity, ...tenant }) => tenant);
  return { ...provider, connect: { ...rest, tenants } };
}

export type Connected = Awaited<ReturnType<typeof connect>>;

/** As the connect page does; what a sync would bring is of no interest here. */
export async function connect({ core, ports }: Deployment, caller: Caller, server: Readonly<Record<string, string>>) {
  const form = { ...server, login: serviceLogin, password: servicePassword };
  const session = await newSession({ core } as Service, caller, {
    provider: 'tryton',
    external_account_id: randomUUID(),
  });
  const back = backWith(await core.connectSessions.submit({ token: session.token, form }));
  const connectionId = String(back['connection_id']);
  await ports.storage.transaction(async ({ operations }) => {
    for (const sync of await operations.lockUnfinished(caller, { connectionId } as never, 5))
      await operations.update(cancel(sync, ports.clock.now()), sync.state);
  });
  const { resources } = core;
  return {
    connectionId,
    create: async (type: string, body: JsonObject, key?: string) =>
      (await resources.create(caller, { connectionId, type, write: write(body, key) })).value,
    update: async (type: string, resourceId: string, body: JsonObject, key?: string) =>
      (await resources.update(caller, { connectionId, type, resourceId, write: write(body, key) })).value,
  };
}

export const dates = () => ({ issue_date: today(), due_date: today(30) });

export async function refusalIn(work: Promise<unknown>): Promise<ServiceError | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    },
  );
}
