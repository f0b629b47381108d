// What waits for members, and the day of an agent's key: what they tell, to whom, and of whom not.
import { expect } from 'chai';
import { type ApiKey, type Connection, type Operation, type Plane, propose, type ShownProposal } from '#core/ports';
import {
  sampleApiKey,
  sampleConnection,
  sampleHeldWrite,
  sampleLoggedRequest,
  sampleOperation,
} from '../../../contract-tests/samples.ts';
import { type Browser, type ConsoleWorld, openConsole } from './testing/console-world.ts';

const nothing: ShownProposal = {
  ...{ item: null, before: null, changes: [], plan: null, amounts: [] },
  ...{ lookAlikes: [], because: 'all', ref: null },
};

describe('agents in the console', () => {
  let world: ConsoleWorld;
  let owner: Browser;
  let plane: Plane;
  let key: ApiKey;
  let connection: Connection;

  before(async () => {
    world = await openConsole();
    owner = await world.signedIn();
    plane = { organizationId: world.organizationId, environment: 'test' };
    key = await agentKey('Bookkeeper');
    connection = sampleConnection(plane);
    await world.ports.storage.connections.insert(connection);
  });
  after(() => world.close());

  const now = () => world.ports.clock.now();
  async function agentKey(name: string, given: Partial<ApiKey> = {}): Promise<ApiKey> {
    const made = sampleApiKey(plane, { kind: 'agent', name, requiresApproval: 'all', ...given });
    await world.ports.storage.apiKeys.insert(made);
    return made;
  }

  async function proposed(by: ApiKey, shown: Partial<ShownProposal>): Promise<Operation> {
    const { storage } = world.ports;
    const drafted = sampleOperation(plane, {
      type: 'record.write',
      connectionId: connection.id,
      input: { act: 'create', type: 'invoices' },
      begunBy: { type: 'agent', id: by.id, name: by.name },
      createdAt: now(),
    });
    const proposal = { tool: 'create_invoice', recordType: 'invoices', amount: null, currency: null } as const;
    const waiting = propose(drafted, { proposal, url: 'https://books.test/op' }, now());
    await storage.operations.insert([waiting]);
    const content = JSON.stringify({ request: null, bytes: null, targetId: null, shown: { ...nothing, ...shown } });
    await storage.heldWrites.insert(sampleHeldWrite(waiting, { keyId: by.id, content }));
    return waiting;
  }

  const idsIn = (data: Readonly<Record<string, unknown>>, name: string) =>
    (data[name] as readonly { operation_id: string }[]).map(({ operation_id: id }) => id);
  const approvals = (query = '') => owner.call('GET', `/accounting/test/approvals${query}`);
  const dayOf = (id: string, query = '', by: Browser = owner, environment = 'test') =>
    by.call('GET', `/accounting/${environment}/agents/${id}/day${query}`);

  it('list what waits with what it is about, by agent, connection and type', async () => {
    const other = await agentKey('Other');
    const item = { type: 'payable', contact_id: 'con_1', line_items: [] };
    const amounts = [{ currency: 'NZD', amount: '936.5' }];
    const first = await proposed(key, { item, amounts, lookAlikes: ['inv_1', 'op_2'], ref: 'order \u202e4711' });
    const second = await proposed(other, { before: { name: 'Harbour Builders' } });
    const { status, data, text } = await approvals();
    expect([status, idsIn(data, 'items').toSorted()]).to.deep.equal([200, [first.id, second.id].toSorted()]);
    const items = data['items'] as readonly { operation_id: string; state: string; about: object }[];
    expect(items.find(({ operation_id: id }) => id === first.id)).to.deep.include({
      state: 'awaiting_approval',
      about: { side: 'payable', contact: null, amounts, look_alikes: 2, ref: 'order \u202e4711' },
    });
    expect(items.find(({ operation_id: id }) => id === second.id)?.about).to.deep.include({
      contact: 'Harbour Builders',
      amounts: [],
    });
    expect(text, 'nothing of what would be sent').not.to.contain('line_items');
    expect(idsIn((await approvals(`?api_key_id=${other.id}`)).data, 'items')).to.deep.equal([second.id]);
    expect(idsIn((await approvals(`?connection_id=${connection.id}&type=records.bulk`)).data, 'items')).to.deep.equal(
      [],
    );
    expect((await approvals('?api_key_id=nobody')).status).to.equal(400);
    expect(idsIn((await owner.call('GET', '/accounting/live/approvals')).data, 'items')).to.deep.equal([]);
  });

  it('tell of a day what a key called, what was refused and what it asked for', async () => {
    const own = await agentKey('Of a day', { limits: { perWrite: null, perDay: { NZD: 5000 }, writesPerDay: 50 } });
    const at = now();
    const request = (given: object) =>
      sampleLoggedRequest(plane, { actor: own.id, createdAt: at, connectionId: null, ...given });
    const refused = { status: 409, code: 'CONFLICT', reason: 'looks_the_same' } as const;
    const fine = { status: 200, code: null, reason: null, error: null };
    await world.ports.storage.requestLog.insert([
      ...[refused, refused, { ...refused, status: 403, code: 'FORBIDDEN', reason: 'over_limit' }, fine].map(request),
      request({ ...refused, createdAt: new Date(at.getTime() - 86_400_000) }),
      sampleLoggedRequest(plane, { createdAt: at, connectionId: null }),
    ]);
    const asked = await proposed(own, {});
    const { data } = await dayOf(own.id);
    expect(data).to.deep.include({
      day: at.toISOString().slice(0, 10),
      calls: { value: 4, at_least: false },
      refused: { value: 3, at_least: false },
      waiting: 1,
    });
    expect(
      (data['refusals'] as readonly { reason: string; count: number }[]).map(({ reason, count }) => [reason, count]),
    ).to.deep.equal([
      ['looks_the_same', 2],
      ['over_limit', 1],
    ]);
    expect(idsIn(data, 'proposals')).to.deep.equal([asked.id]);
    expect(data['key']).to.deep.include({ id: own.id, kind: 'agent' }).and.not.to.have.any.keys('secret', 'digest');
    const yesterday = new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10);
    const { data: before } = await dayOf(own.id, `?day=${yesterday}`);
    expect(before).to.deep.include({ day: yesterday, calls: { value: 1, at_least: false }, proposals: [], waiting: 1 });
  });

  it('tell nothing of another organization, another environment or another kind of key, and take only days', async () => {
    const backend = await agentKey('Server', { kind: 'backend' });
    const stranger = await world.core.access.createOrganization({ name: 'Quay', plan: 'paid' });
    const others = { organizationId: stranger.id, environment: 'test' } as const;
    const foreign = sampleApiKey(others, { kind: 'agent' });
    await world.ports.storage.apiKeys.insert(foreign);
    for (const [id, environment] of [
      [backend.id, 'test'],
      [foreign.id, 'test'],
      [key.id, 'live'],
      ['key_nobody', 'test'],
    ] as const)
      expect((await dayOf(id, '', owner, environment)).body['code'], id).to.equal('NOT_FOUND');
    for (const day of ['2026-02-30', '2026-1-1', 'today', '2026-11-29T00:00:00Z'])
      expect((await dayOf(key.id, `?day=${day}`)).status, day).to.equal(400);
    expect((await dayOf(key.id, '?week=1')).status).to.equal(400);
    const viewer = await world.signedIn('viewer');
    expect((await dayOf(key.id, '', viewer)).status, 'members may read').to.equal(200);
  });
});
