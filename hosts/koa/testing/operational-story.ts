// What the service tells of its own work: each operational event, really caused.
import type { ConnectionId } from '#core/ports';
import { agentOf, decided, memberOf, propose } from '../../../core/use-cases/approvals/testing/waiting.ts';
import { draftOperation } from '../../../core/use-cases/queue/draft-operation.ts';
import { textAt } from '../../../tests/walk/client.ts';
import type { SteadyService } from './steady-service.ts';

export async function tellOperational(world: SteadyService, connection_id: string): Promise<void> {
  const connectionId = connection_id as ConnectionId;
  await endpoints(world, connection_id);
  await deadLetter(world, connectionId);
  await lowBudget(world, connectionId);
  await approvals(world, connection_id);
  await contract(world);
  await world.work();
}

/** One endpoint fails until it is paused, and a person switches it; another is gone. A sync's consent was withdrawn before. */
async function endpoints(world: SteadyService, connection_id: string): Promise<void> {
  const made = async (url: string, description: string) => {
    const body = { url, event_types: ['sync.completed'], description };
    const answer = await world.call('createWebhookEndpoint', { body });
    return { webhook_endpoint_id: textAt(answer.body, 'data.webhook_endpoint_id') };
  };
  const warehouse = await made('https://down.example.com/warehouse', 'Warehouse');
  await made('https://gone.example.com/hooks', 'Old shop');
  for (let sync = 0; sync < 10; sync++) {
    await world.call('syncConnection', { path: { connection_id }, body: { scope: 'invoices' } });
    await world.work();
  }
  for (const status of ['disabled', 'enabled'])
    await world.call('updateWebhookEndpoint', { path: warehouse, body: { status } });
}

/** A read that the provider fails, and that has one attempt. */
async function deadLetter({ service, caller, work }: SteadyService, connectionId: ConnectionId): Promise<void> {
  const action = { status: 503, body: '' };
  await service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/2.0/Invoices*' }, action, times: 20 });
  const subject = '0d5a8f64-9a51-4b71-9f0a-5f1f6f0c2b7e';
  const operation = draftOperation(service.ports, caller, {
    ...{ type: 'notification.process', connectionId, subject, input: { resource_id: subject } },
    requestId: caller.requestId,
  });
  await service.ports.storage.operations.insert([{ ...operation, maxAttempts: 1 }]);
  await work();
  await service.sandbox.control('DELETE', 'faults');
}

/** Most of a day's calls are used, and the next one is made. */
async function lowBudget({ service, caller, spend }: SteadyService, connectionId: ConnectionId): Promise<void> {
  spend(4_001);
  const { organizationId, requestId } = caller;
  const call = {
    method: 'GET',
    path: '/Invoices',
    status: 200,
    bytesIn: 1_024,
    durationMs: 42,
    operationId: null,
    about: null,
    correlationId: null,
    isApart: false,
  };
  service.ports.journal.record({ ...call, organizationId, requestId, connectionId, at: service.ports.clock.now() });
  for (let looks = 0; looks < 500; looks++) {
    const { total } = await service.ports.storage.events.list(caller, { type: 'budget.low' }, { limit: 1, page: 1 });
    if (total > 0) return;
    await service.ports.clock.wait(20);
  }
  throw new Error('nobody was told of the budget');
}

/** An agent asks for two contacts; a member approves one and declines the other. */
async function approvals({ service, caller, work }: SteadyService, connectionId: string): Promise<void> {
  const member = await memberOf(service, caller, 'owner', 'ada@example.com');
  const agent = await agentOf(service, member);
  const connection = await service.core.connections.find(caller, connectionId);
  const act = { kind: 'create', type: 'contacts', providerId: null } as const;
  for (const verb of ['approve', 'decline'] as const) {
    const key = `proposed to ${verb}`;
    const operation = await propose(service, agent, { connection, act, body: { name: `Harbour ${verb}` }, key });
    await service.core.console.approvals[verb](...decided(member, operation, 'Talked about it with the customer'));
    await work();
  }
}

/** The operator lowers the limit, and a key that was made for a month has two weeks left. */
async function contract({ service, caller }: SteadyService): Promise<void> {
  const { core, ports } = service;
  await core.access.updateOrganization({ id: caller.organizationId, connectionLimit: 1 });
  const month = 30 * 86_400;
  const expiresAt = new Date(ports.clock.now().getTime() + month * 1000);
  const { organizationId, environment } = caller;
  await core.access.issueKey({ organizationId, environment, name: 'Billing worker', expiresAt });
  service.advance(17 * 86_400);
  await core.worker.tick();
}
