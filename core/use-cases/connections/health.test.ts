// What an outage of the provider makes of a connection's health, and that its status stays.
import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { drain, openBooks } from '../sync/testing/syncing.ts';
import { connected } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService, type Service, type Tenancy } from '../testing/service.ts';

describe('the health of a connection during an outage', () => {
  let service: Service;
  let tenancy: Tenancy;
  let tenantId: string;
  let connection: Connection;

  beforeEach(async () => {
    service = await openService();
    tenancy = await service.newOrganization();
    tenantId = await service.newTenant();
    connection = await connected(service, tenancy.test, tenantId, { retention_mode: 'zero' });
  });
  afterEach(() => service.close());

  const read = () =>
    service.core.resources.read(tenancy.test, {
      connectionId: connection.id,
      type: 'organizations',
      resourceId: tenantId,
    });
  const now = () => service.core.connections.find(tenancy.test, connection.id);
  const failRead = async (times: number, code: string) => {
    for (let i = 0; i < times; i++) expect((await refusalOf(read())).code).to.equal(code);
  };

  it('three 503 degrade it, two hours of them fail it, and one call that goes well mends it', async () => {
    expect((await now()).health).to.deep.equal({ state: 'ok', reason: null, lastSuccessAt: null });
    await read();
    const { lastSuccessAt } = (await now()).health;
    expect(lastSuccessAt).to.be.instanceOf(Date);
    const match = { path: '/api.xro/2.0/*' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 503 }, times: 100 });
    service.advance(60);
    await failRead(2, 'PROVIDER_UNAVAILABLE');
    expect((await now()).health.state).to.equal('ok');
    service.advance(23 * 60);
    await failRead(1, 'PROVIDER_UNAVAILABLE');
    const unwell = { state: 'degraded', reason: 'provider_unavailable', lastSuccessAt };
    expect((await now()).health).to.deep.equal(unwell);
    const [listed] = (await service.core.connections.list(tenancy.test, {})).items;
    expect(listed?.health).to.deep.equal(unwell);
    service.advance(2 * 3600);
    expect((await now()).health).to.deep.equal({ ...unwell, state: 'failing' });
    expect((await now()).status, 'an outage').to.equal('active');
    await service.sandbox.control('DELETE', 'faults');
    await read();
    expect((await now()).health).to.include({ state: 'ok', reason: null });
  });

  it('of 2,003 connections the oldest is found when it is unwell, told of once, and forgotten when it is well', async () => {
    const { storage } = service.ports;
    await read();
    for (let i = 0; i < 2_002; i++) {
      const id = service.ports.ids.next('conn');
      const createdAt = new Date(connection.createdAt.getTime() + i + 1);
      await storage.connections.insert({ ...connection, id, providerTenantId: id, createdAt, updatedAt: createdAt });
    }
    const { organizationId } = tenancy;
    const member = { organizationId, memberId: 'mem_1', requestId: 'r', role: 'owner' } as unknown as SignedIn;
    const seen = async () => {
      service.advance(10);
      await service.core.worker.tick();
      const { connections } = await service.core.console.overview(member, 'test');
      const degraded = await service.core.connections.list(tenancy.test, { health: 'degraded' });
      return [connections.byHealth, connections.failing.map(({ id }) => id), degraded.items.map(({ id }) => id)];
    };
    const told = async () => {
      const { items } = await storage.events.list(tenancy.test, {}, { limit: 50, page: 1 });
      return items.filter(({ type }) => type === 'connection.updated').map(({ data }) => data['health']);
    };
    const well = [{ ok: 2_003, degraded: 0, failing: 0 }, [], []];
    expect(await seen()).to.deep.equal(well);
    const match = { path: '/api.xro/2.0/*' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 503 }, times: 3 });
    await failRead(3, 'PROVIDER_UNAVAILABLE');
    const unwell = [{ ok: 2_002, degraded: 1, failing: 0 }, [connection.id], [connection.id]];
    expect(await seen()).to.deep.equal(unwell);
    expect(await seen()).to.deep.equal(unwell);
    expect(await told()).to.deep.equal(['degraded']);
    await service.sandbox.control('DELETE', 'faults');
    await read();
    expect(await seen()).to.deep.equal(well);
    expect((await told()).sort()).to.deep.equal(['degraded', 'ok']);
  });

  it('a sync whose attempts fail three times shows it though other calls go well, until one ends well', async () => {
    const books = await openBooks(service, tenancy);
    const health = async () => {
      const { items } = await service.core.connections.list(tenancy.test, { external_account_id: books.tenantId });
      return items[0]?.health;
    };
    const match = { path: '/api.xro/2.0/Invoices' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 503 }, times: 1_000 });
    await books.queue();
    for (let i = 0; i < 3; i++) {
      expect((await health())?.state, `after ${i} attempts`).to.equal('ok');
      await drain(service);
      connection = books.connection;
      tenantId = books.tenantId;
      await read();
      service.advance(100);
    }
    expect(await health()).to.include({ state: 'degraded', reason: 'sync_failed' });
    await service.sandbox.control('DELETE', 'faults');
    await books.synced();
    expect((await health())?.state).to.equal('ok');
  });

  it('a sign-in that is down counts, though no call is made', async () => {
    await read();
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    service.advance(1800);
    await failRead(3, 'PROVIDER_UNAVAILABLE');
    expect((await now()).health).to.include({ state: 'degraded', reason: 'provider_unavailable' });
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    await read();
    expect((await now()).health).to.include({ state: 'ok' });
  });

  it('what subscribers are told of a connection says how it works', async () => {
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    await refusalOf(read());
    const { items } = await service.ports.storage.events.list(tenancy.test, {}, { limit: 10, page: 1 });
    const told = items.find(({ type }) => type === 'connection.updated');
    expect(told?.data).to.deep.include({
      status: 'action_required',
      health: 'failing',
      health_reason: 'authorization',
    });
    const sentence = 'The customer has to connect again (tenant removed).';
    expect(String(told?.data['health_message'])).to.include(sentence);
  });
});
