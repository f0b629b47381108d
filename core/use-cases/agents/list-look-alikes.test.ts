import { expect } from 'chai';
import { sampleLookAlike } from '../../../contract-tests/agent-stores.contract.ts';
import { sampleConnection, sampleRecord } from '../../../contract-tests/samples.ts';
import type { Connection, LookAlike, Plane } from '../../ports.ts';
import { openService, type Service } from '../testing/service.ts';

describe('what looks the same in the books', () => {
  let service: Service;
  let plane: Plane;
  let connection: Connection;

  before(async () => {
    service = await openService();
    const { id } = await service.core.access.createOrganization({ name: 'Harbour', plan: 'paid' });
    plane = { organizationId: id, environment: 'test' };
  });
  beforeEach(async () => {
    connection = sampleConnection(plane, { externalAccountId: crypto.randomUUID() });
    await service.ports.storage.connections.insert(connection);
  });
  after(() => service.close());

  const caller = () => ({ ...plane, actor: 'operator', requestId: service.ports.ids.next('req') }) as const;
  const groups = () => service.core.connections.lookAlikes(caller(), connection.id);
  async function noted(minutesAgo: number, given: Partial<LookAlike> = {}): Promise<LookAlike> {
    const createdAt = new Date(service.ports.clock.now().getTime() - minutesAgo * 60_000);
    const row = sampleLookAlike({ ...plane, connectionId: connection.id, createdAt, ...given });
    await service.ports.storage.lookAlikes.put([row]);
    return row;
  }
  async function copied({ providerId }: LookAlike, fields: object): Promise<void> {
    const record = sampleRecord({ providerId: providerId ?? '', fields: { ...sampleRecord().fields, ...fields } });
    await service.ports.storage.records.put([[connection, [record]]]);
  }

  it('is grouped, the newest first, with number, time, who and why', async () => {
    const [old, late] = [await noted(60), await noted(5, { ref: 'order 2', actor: null })];
    await copied(old, { number: 'INV-7' });
    await noted(1, { fingerprint: 'alone' });
    const [group, ...others] = await groups();
    expect(others).to.deep.equal([]);
    expect(group?.type).to.equal('invoices');
    expect(
      group?.items.map(({ kind, number, by, ref, createdAt }) => [kind, number, by?.name ?? null, ref, createdAt]),
    ).to.deep.equal([
      ['record', null, null, 'order 2', late.createdAt],
      ['record', 'INV-7', 'Server “é”', 'order 1', old.createdAt],
    ]);
  });

  it('is not what differs in currency or accounts, was cancelled since, or is older than thirty days', async () => {
    await noted(3, { currency: 'NZD' });
    await noted(2, { currency: 'GBP' });
    await noted(3, { fingerprint: 'accounts', accounts: 'a' });
    await noted(2, { fingerprint: 'accounts', accounts: 'b' });
    const cancelled = await noted(4, { fingerprint: 'cancelled' });
    await noted(2, { fingerprint: 'cancelled' });
    await copied(cancelled, { status: 'VOIDED' });
    await noted(31 * 24 * 60, { fingerprint: 'old' });
    await noted(1, { fingerprint: 'old' });
    expect(await groups()).to.deep.equal([]);
    // What one leaves open may be the other.
    await noted(1, { currency: null });
    expect((await groups()).map(({ items }) => items.length)).to.deep.equal([2]);
  });

  it('is one group for contacts that look the same in several ways', async () => {
    const [one, other] = [await noted(2, { type: 'contacts' }), await noted(1, { type: 'contacts' })];
    for (const { subject, providerId, createdAt } of [one, other])
      await noted(0, { type: 'contacts', fingerprint: 'e-mail', subject, providerId, createdAt });
    expect((await groups()).length).to.equal(1);
  });

  it('is told to nobody else', async () => {
    await noted(2);
    await noted(1);
    const stranger = { ...caller(), environment: 'live' } as const;
    const asked = await service.core.connections.lookAlikes(stranger, connection.id).catch((error) => error.code);
    expect(asked).to.equal('NOT_FOUND');
  });
});
