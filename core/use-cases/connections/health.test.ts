// How an outage of the provider changes a connection's health, but not its status.
import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { until } from '../../../contract-tests/testing/until.ts';
import type { Connection } from '../../domain/connection.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { drain, openBooks } from '../sync/testing/syncing.ts';
import { connected } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';

describe('the health of a connection during an outage', () => {
  let tenantId: string;
  let connection: Connection;

  const service = openedEach(() => openService());
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    tenantId = await service.newTenant();
    connection = await connected(service, tenancy.test, tenantId, { retention_mode: 'zero' });
  });

  const read = () =>
    service.core.resources.read(tenancy.test, {
      connectionId: connection.id,
      type: 'organizations',
      resourceId: tenantId,
    });
  const now = () => service.core.connections.find(tenancy.test, connection.id);
  /** Calls change the stored health after their answers. From then on lists and the connection itself agree. */
  const isNow = async (state: string, reason: string | null = null) => {
    await until(state, async () => (await now()).health.state === state);
    expect((await now()).health).to.include({ state, reason });
    for (const health of ['ok', 'degraded', 'failing']) {
      const { items } = await service.core.connections.list(tenancy.test, { health, q: connection.id });
      expect(
        items.map((one) => one.health),
        health,
      ).to.deep.equal(health === state ? [(await now()).health] : []);
    }
  };
  const aMinuteLater = async () => {
    service.advance(60);
    await service.core.worker.tick();
  };
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
    await isNow('ok');
    service.advance(23 * 60);
    await failRead(1, 'PROVIDER_UNAVAILABLE');
    await isNow('degraded', 'provider_unavailable');
    expect((await now()).health.lastSuccessAt).to.deep.equal(lastSuccessAt);
    service.advance(2 * 3600);
    await aMinuteLater();
    await isNow('failing', 'provider_unavailable');
    expect((await now()).status, 'an outage').to.equal('active');
    await service.sandbox.control('DELETE', 'faults');
    await read();
    await isNow('ok');
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
      const { connections } = await service.core.console.overview(member, 'test', {});
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
    await isNow('degraded', 'provider_unavailable');
    expect(await seen()).to.deep.equal(unwell);
    await aMinuteLater();
    expect(await seen()).to.deep.equal(unwell);
    expect(await told()).to.deep.equal(['degraded']);
    await service.sandbox.control('DELETE', 'faults');
    await read();
    await isNow('ok');
    expect(await seen()).to.deep.equal(well);
    expect((await told()).sort()).to.deep.equal(['degraded', 'ok']);
  });

  it('a sync whose attempts fail three times shows it though other calls go well, until one ends well', async () => {
    const books = await openBooks(service, tenancy);
    connection = books.connection;
    tenantId = books.tenantId;
    const match = { path: '/api.xro/2.0/Invoices' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 503 }, times: 1_000 });
    await books.queue();
    for (let i = 0; i < 3; i++) {
      expect((await now()).health.state, `after ${i} attempts`).to.equal('ok');
      await drain(service);
      await read();
      service.advance(100);
    }
    await isNow('degraded', 'sync_failed');
    await service.sandbox.control('DELETE', 'faults');
    await books.synced();
    await isNow('ok');
  });

  it('a sync that nobody makes for two intervals shows with the next minute', async () => {
    const books = await openBooks(service, tenancy);
    connection = books.connection;
    await books.synced();
    service.advance(28 * 60);
    await aMinuteLater();
    await isNow('ok');
    await aMinuteLater();
    await isNow('degraded', 'sync_failed');
    await books.synced();
    await isNow('ok');
  });

  it('a sign-in that is down counts, though no call is made', async () => {
    await read();
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    service.advance(1800);
    await failRead(3, 'PROVIDER_UNAVAILABLE');
    await isNow('degraded', 'provider_unavailable');
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    await read();
    await isNow('ok');
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
