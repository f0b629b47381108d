// Operational events on both databases, where two hosts see the same.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { useOf } from '../../domain/budget.ts';
import { systemPlane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { Event } from '../../domain/event.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { assertReach } from '../access/key-reach.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { draftSync } from '../queue/draft-sync.ts';
import { connected } from '../testing/connecting.ts';
import { operationalEvents } from '../testing/operational.ts';
import { openService } from '../testing/service.ts';

const day = 86_400;

onBothDatabases('operational events', (given) => {
  const spent = { calls: 0 };
  /** What a host is told of the calls that it has stored. */
  const heard: Parameters<CorePorts['journal']['onStored']>[0][] = [];
  const wrap = (ports: CorePorts): CorePorts => ({
    ...ports,
    budget: {
      ...ports.budget,
      use: async (ids) =>
        ids.map((connectionId) => {
          const use = useOf(undefined, ports.clock.now().getTime());
          return { ...use, connectionId, day: { ...use.day, used: spent.calls } };
        }),
    },
    journal: { ...ports.journal, onStored: (next) => void heard.push(next) },
  });
  const service = openedOnce(() => openService({ open: given().open, wrap }));
  let other: Awaited<ReturnType<(typeof service)['another']>>;
  before(async () => {
    other = await service.another(wrap);
  });
  const tenancy = openedEach(() => service.newOrganization());
  const customer = async (fields = {}, plane = tenancy.test): Promise<Connection> =>
    connected(service, plane, await service.newTenant(), fields);
  const told = (plane = tenancy.test) => operationalEvents(service.ports.storage, plane);
  const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);
  const { signal } = new AbortController();

  /** Both hosts run what is due, at the same time. */
  async function work(): Promise<void> {
    for (let rounds = 0; rounds < 100; rounds++) {
      const run = async ({ worker }: typeof other) => {
        const leased = await worker.claim(5);
        await Promise.all(leased.map((one) => worker.run(one, signal)));
        return leased.length;
      };
      const [here, there] = await Promise.all([run(service.core), run(other)]);
      if (here + there === 0) return;
    }
    throw new Error('the queue does not run dry');
  }
  const queue = async (operation: Operation): Promise<Operation> => {
    await service.ports.storage.operations.insert([operation]);
    return operation;
  };

  it('a sync that fails is told once a run, as such alone, with no word of the provider’s', async () => {
    const connection = await customer();
    await work();
    const match = { path: '/api.xro/2.0/*' };
    const body = { Detail: 'words of the provider' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 403, body }, times: 50 });
    const ask = {
      type: 'connection.sync',
      scope: 'invoices',
      trigger: 'request',
      requestId: 'req_1' as never,
    } as const;
    const failed = await queue({ ...draftSync(service.ports, connection, ask), maxAttempts: 1 });
    await work();
    await service.sandbox.control('DELETE', 'faults');
    const [event, ...more] = await told();
    expect(more).to.deep.equal([]);
    expect(event).to.include({ type: 'sync.failed', connectionId: connection.id, operationId: failed.id });
    expect(event?.data).to.deep.include({
      subject: { type: 'connection', id: connection.id, name: connection.externalAccountId },
      operation_id: failed.id,
    });
    expect(JSON.stringify(event?.data)).to.not.contain('words').and.not.contain(connection.providerTenantName);
  });

  it('an operation that is left to a person is told once a run; one that fails for good is not, nor the service’s own', async () => {
    const connection = await customer();
    await work();
    const draft = (fields: Partial<Operation> = {}) => {
      const work = { type: 'webhook.recover', connectionId: connection.id, subject: null, input: {} } as const;
      const operation = draftOperation(service.ports, tenancy.test, { ...work, requestId: tenancy.test.requestId });
      return queue({ ...operation, maxAttempts: 1, ...fields });
    };
    const dead = await draft();
    await draft(systemPlane);
    await work();
    const first = await told();
    expect(typesOf(first)).to.deep.equal(['operation.dead_lettered']);
    expect(await operationalEvents(service.ports.storage, systemPlane)).to.deep.equal([]);
    expect(first[0]?.data).to.deep.include({ operation_id: dead.id, operation_type: 'webhook.recover', attempts: 1 });
    expect(first[0]).to.include({ connectionId: connection.id });
    const write = { key: 'again', body: { reason: 'once more' } };
    await service.core.operations.replay(tenancy.test, { operationId: dead.id, write });
    await work();
    expect(typesOf(await told())).to.deep.equal(['operation.dead_lettered', 'operation.dead_lettered']);
  });

  it('an operation that lost its workers too often is told in the sweep that ends it', async () => {
    const work = { type: 'list.export', connectionId: null, subject: null, input: {} } as const;
    const operation = draftOperation(service.ports, tenancy.test, { ...work, requestId: tenancy.test.requestId });
    await queue(operation);
    for (let lost = 0; lost < 30 && (await told()).length === 0; lost++) {
      await service.core.worker.claim(10);
      service.advance(60);
      await Promise.all([service.core.worker.sweep(), other.worker.sweep()]);
      service.advance(3_600);
    }
    expect((await told()).map(({ type, operationId }) => [type, operationId])).to.deep.equal([
      ['operation.dead_lettered', operation.id],
    ]);
  });

  /** Both hosts hear that a call of the connection is stored. */
  const calls = async (connectionId: Connection['id']): Promise<void> => {
    const { organizationId, requestId } = tenancy.test;
    const call = {
      method: 'GET',
      path: '/Invoices',
      status: 200,
      bytesIn: 1,
      durationMs: 1,
      about: null,
      correlationId: null,
    } as const;
    const at = service.ports.clock.now();
    const made = { ...call, isApart: false, organizationId, requestId, operationId: null, connectionId, at };
    await Promise.all(heard.map((hears) => hears([made])));
  };

  it('a low budget is told once a day and connection, by whichever host sees it', async () => {
    const connection = await customer();
    spent.calls = 4_000;
    await calls(connection.id);
    expect(await told()).to.deep.equal([]);
    spent.calls = 4_001;
    await calls(connection.id);
    await calls(connection.id);
    const [event, ...more] = await told();
    expect(more).to.deep.equal([]);
    expect(event).to.include({ type: 'budget.low', connectionId: connection.id, sequence: null });
    expect(event?.data).to.include({ used: 4_001, limit: 5_000 });
    service.advance(day);
    await calls(connection.id);
    expect(typesOf(await told())).to.deep.equal(['budget.low', 'budget.low']);
    spent.calls = 0;
  });

  it('a limit that comes near is told to both environments, once each time that it is reached', async () => {
    const { organizationId } = tenancy;
    const limit = (connectionLimit: number | null) =>
      service.core.access.updateOrganization({ id: organizationId, connectionLimit });
    await limit(3);
    const first = await customer({ external_account_id: 'one' });
    await customer({ external_account_id: 'two' }, tenancy.live);
    expect(await told()).to.deep.equal([]);
    await customer({ external_account_id: 'three' });
    for (const plane of [tenancy.test, tenancy.live]) {
      const [event, ...more] = await told(plane);
      expect(more).to.deep.equal([]);
      expect(event?.data).to.deep.include({ environment: plane.environment, connections: 3, limit: 3 });
      expect(event?.data['subject']).to.include({ type: 'organization', id: organizationId });
    }
    await service.core.connections.disconnect(tenancy.test, first.id);
    await work();
    await customer({ external_account_id: 'four' });
    expect(typesOf(await told()).length).to.equal(2);
    await limit(null);
    await limit(100);
    expect(typesOf(await told()).length).to.equal(2);
    await Promise.all([limit(3), limit(3)]);
    expect(typesOf(await told()).length).to.equal(3);
  });

  it('a key that ends is told on the first day with at most 14 days left, once, by two hosts; not a short, rolled or revoked one', async () => {
    const { organizationId } = tenancy;
    const in_ = (days: number) => new Date(service.ports.clock.now().getTime() + days * day * 1000);
    const issue = async (name: string, days: number | null) => {
      const expiresAt = days === null ? null : in_(days);
      return (await service.core.access.issueKey({ organizationId, environment: 'live', name, expiresAt })).key;
    };
    const key = await issue('Billing', 20);
    await issue('short', 14);
    await issue('endless', null);
    const revoked = await issue('revoked', 20);
    await service.core.access.revokeKey(organizationId, revoked.id);
    const { storage } = service.ports;
    const rolled = await issue('rolled', 20);
    await storage.apiKeys.setSuccessor(organizationId, rolled.id, null, key.id);
    const tick = () => Promise.allSettled([service.core.worker.tick(), other.worker.tick()]);
    for (let passed = 0; passed < 4; passed++) {
      service.advance(day);
      await tick();
    }
    expect(await told(tenancy.live)).to.deep.equal([]);
    for (let passed = 0; passed < 6; passed++) {
      service.advance(day);
      await tick();
    }
    const [event, ...more] = (await told(tenancy.live)).filter(({ type }) => type === 'key.expiring');
    expect(more).to.deep.equal([]);
    expect(event?.data).to.deep.include({
      subject: { type: 'api_key', id: key.id, name: 'Billing' },
      expires_at: key.expiresAt?.toISOString(),
      last_four: key.lastFour,
    });
  });

  it('a key restricted to connections reaches what is told of them, and nothing of the organization', async () => {
    const connection = await customer();
    const elsewhere = await customer({ external_account_id: 'elsewhere' });
    await work();
    const { organizationId } = tenancy;
    await service.core.access.updateOrganization({ id: organizationId, connectionLimit: 2 });
    spent.calls = 5_000;
    for (const { id } of [connection, elsewhere]) await calls(id);
    spent.calls = 0;
    const events = await told();
    const reach = assertReach(service.ports);
    const caller = { ...tenancy.test, rights: { scopes: ['read'], connectionIds: [connection.id] } } as const;
    for (const { id, connectionId } of events) {
      const asked = reach(caller, [['event_id', id]]);
      if (connectionId === connection.id) await asked;
      else expect(await asked.catch(({ code }) => code)).to.equal('NOT_FOUND');
    }
    expect(events.map(({ connectionId }) => connectionId)).to.have.members([connection.id, elsewhere.id, null]);
  });
});
