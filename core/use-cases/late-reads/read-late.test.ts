import { expect } from 'chai';
import { samples } from '#contract-tests';
import { inMemory } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ReadReplica } from '../../ports/read-replica.ts';
import { openService } from '../testing/service.ts';

/** A world whose replica has nothing yet: what is read late is empty, what is read from the primary is not. */
async function openWorld() {
  const empty = await inMemory();
  const hands = { isAway: false, reads: 0, wrote: [] as string[] };
  const replica: ReadReplica = {
    async attempt(_organizationId, read) {
      hands.reads += 1;
      return hands.isAway ? undefined : { value: await read(empty.storage) };
    },
    wrote: (organizationId) => void hands.wrote.push(organizationId),
    state: () => 'reading',
  };
  const service = await openService({ wrap: (ports) => ({ ...ports, replica }) });
  const close = () => Promise.all([service.close(), empty.close()]);
  return { ...service, service, hands, close };
}

async function fill({ storage }: CorePorts, plane: Caller) {
  const connection = samples.sampleConnection(plane);
  const operation = samples.sampleOperation(plane, { state: 'failed', finishedAt: new Date() });
  const event = samples.sampleEvent(plane, connection.id);
  const endpoint = samples.sampleEndpoint(plane);
  await storage.connections.insert(connection);
  await storage.operations.insert([operation]);
  await storage.transaction(({ events }) => events.append([event]));
  await storage.webhookEndpoints.insert(endpoint);
  const delivery = samples.sampleDelivery(operation, { endpointId: endpoint.id, eventId: event.id });
  await storage.deliveries.insert([delivery]);
  const request = samples.sampleLoggedRequest(plane, { status: 500 });
  await storage.requestLog.insert([request]);
  await storage.audit.record(samples.sampleAuditEntry(plane.organizationId));
  await storage.records.put([[connection, [samples.sampleRecord({ fields: { number: 'INV-0042' } })]]]);
  await storage.usage.insert([
    {
      id: samples.sampleId('req'),
      ...{ organizationId: plane.organizationId, environment: 'test', connectionId: connection.id },
      ...{ meter: 'live_reads', quantity: 1, billable: true, at: new Date() },
    } as never,
  ]);
  return { connection, operation, event, delivery, request };
}

describe('what may be read late', () => {
  let member: Caller;
  let key: Caller;
  let signedIn: SignedIn;
  let of: Awaited<ReturnType<typeof fill>>;
  const world = openedOnce(openWorld);
  before(async () => {
    const { test, organizationId } = await world.service.newOrganization();
    const own = samples.sampleMember(organizationId, { role: 'owner' });
    await world.ports.storage.members.insert(own);
    of = await fill(world.ports, test);
    member = { organizationId, environment: 'test', actor: own.id, requestId: samples.sampleId('req') };
    key = { ...member, actor: samples.sampleId('key') };
    signedIn = { ...own, memberId: own.id, requestId: member.requestId } as unknown as SignedIn;
  });
  beforeEach(() => Object.assign(world.hands, { isAway: false, reads: 0, wrote: [] }));

  const lists: Readonly<Record<string, (caller: Caller) => Promise<{ readonly total: number }>>> = {
    connections: (caller) => world.core.connections.list(caller, {}),
    operations: (caller) => world.core.operations.list(caller, {}),
    events: (caller) => world.core.events.list(caller, {}),
    deliveries: (caller) => world.core.webhooks.listDeliveries(caller, {}),
    requests: (caller) => world.core.requests.list(caller, {}),
    'failures of requests': async (caller) => ({
      total: (await world.core.requests.failures(caller, {})).groups.length,
    }),
    records: (caller) =>
      world.core.resources.list(caller, { connectionId: of.connection.id, type: 'invoices', query: {} }),
  };
  for (const [name, list] of Object.entries(lists)) {
    it(`are lists, if a member asks for them, and for a key none is: ${name}`, async () => {
      expect([(await list(member)).total, (await list(key)).total, world.hands.reads]).to.deep.equal([0, 1, 1]);
      world.hands.isAway = true;
      expect((await list(member)).total, 'without a replica that may be read').to.equal(1);
    });
  }

  it('are usage and the audit log, whoever asks', async () => {
    const asked = [
      () => world.core.usage.read(key, {}),
      () => world.core.usage.read(member, {}),
      () => world.core.console.readAudit(signedIn, {}),
    ];
    for (const ask of asked) expect((await ask()).items).to.deep.equal([]);
    world.hands.isAway = true;
    for (const ask of asked) expect((await ask()).items).to.not.deep.equal([]);
  });

  it('is what the search finds, but keys, members, endpoints and whether a connection still shows', async () => {
    const { connection, operation, event, delivery, request } = of;
    const ids = [connection, operation, event, delivery, request].map(({ id }) => id as string);
    const found = async (q: string) => (await world.core.console.search(signedIn, 'test', { q })).items.length;
    for (const id of ids) if (id !== connection.id) expect(await found(id), id).to.equal(0);
    expect(await found('INV-0042')).to.equal(0);
    expect(await found(signedIn.email), 'a member').to.equal(1);
    world.hands.isAway = true;
    for (const id of ids) if (id !== connection.id) expect(await found(id), id).to.equal(1);
    expect(await found('INV-0042')).to.equal(1);
  });

  it('is what a file is made of', async () => {
    const rows = async () => {
      const asked = { list: 'events', filter: {}, format: 'json' } as const;
      const made = await world.core.console.exports.create(signedIn, 'test', asked, { body: asked } as never);
      if ('value' in made) throw new Error('it is made in the background');
      const parts: Uint8Array[] = [];
      for await (const chunk of made.chunks) parts.push(chunk);
      return JSON.parse(Buffer.concat(parts).toString()).length;
    };
    expect(await rows()).to.equal(0);
    world.hands.isAway = true;
    expect(await rows()).to.equal(1);
  });

  it('is nothing else: an object, keys, members, budgets, a timeline and the overview come from the primary', async () => {
    const { core } = world;
    const page = { limit: 5, page: 1 };
    await core.operations.find(member, of.operation.id);
    await core.events.find(member, of.event.id);
    await core.webhooks.listEndpoints(member, {});
    await core.operations.timeline(member, of.operation.id);
    await core.connections.find(member, of.connection.id);
    await core.console.listKeys(signedIn, page);
    await core.console.listMembers(signedIn);
    await core.console.budgets(signedIn, 'test', {});
    await core.console.overview(signedIn, 'test', {});
    await core.console.recordCounts(signedIn, 'test', of.connection.id);
    expect(world.hands.reads).to.equal(0);
  });

  it('shows a caller’s own change: each tells the replica, and reading tells nothing', async () => {
    const body = { name: 'Changed' };
    await world.core.console.branding.change(signedIn, { body } as never).catch(() => {});
    expect(world.hands.wrote).to.deep.equal([member.organizationId]);
    await world.core.operations.list(member, {});
    await world.core.console.search(signedIn, 'test', { q: 'nothing' });
    expect(world.hands.wrote).to.have.length(1);
  });
});
