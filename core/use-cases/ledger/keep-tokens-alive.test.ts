import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Connection } from '../../domain/connection.ts';
import { connected } from '../testing/connecting.ts';
import { openService, type Service } from '../testing/service.ts';
import { keepAliveSchedule } from './keep-tokens-alive.ts';

const hour = 3600;

function partOf({ ports }: Service) {
  const { name, part } = keepAliveSchedule(ports);
  const now = ports.clock.now();
  return (progress: string | null) => part({ schedule: name, at: now, heldUntil: now, progress });
}

describe('keeping idle tokens alive', () => {
  const service = openedEach(() => openService({ shared: true }));
  const tenancy = openedEach(() => service.newOrganization());
  const connection = openedEach(async () => connected(service, tenancy.test, await service.newTenant()));
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const refreshes = async () => (await service.calls('POST /connect/token')).length;
  const status = async (id = connection.id) => (await service.core.connections.find(tenancy.test, id)).status;

  it('leaves alone what was renewed within a day', async () => {
    service.advance(23 * hour);
    await service.core.worker.tick();
    expect(await refreshes()).to.equal(0);
  });

  it('renews what nobody has used for a day, once in the fleet, however many workers look', async () => {
    service.advance(25 * hour);
    const other = await service.another();
    await Promise.all([service.core, other, service.core].map((core) => core.worker.tick()));
    expect(await refreshes()).to.equal(1);
    service.advance(hour);
    await service.core.worker.tick();
    expect(await refreshes()).to.equal(1);
    expect(await status()).to.equal('active');
  });

  it('so a grant outlives the provider’s sixty idle days', async () => {
    for (let day = 0; day < 70; day += 14) {
      service.advance(14 * 24 * hour);
      await service.core.worker.tick();
    }
    expect(await refreshes()).to.equal(5);
    expect(await status()).to.equal('active');
  });

  it('marks a connection whose grant is dead', async () => {
    await service.sandbox.control('POST', 'revoke', { tenant_id: connection.providerTenantId });
    service.advance(25 * hour);
    await service.core.worker.tick();
    expect(await status()).to.equal('action_required');
  });

  it('leaves an outage to the next round', async () => {
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    service.advance(25 * hour);
    await service.core.worker.tick();
    expect(await status()).to.equal('active');
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    service.advance(600);
    await service.sandbox.control('DELETE', 'requests');
    await service.core.worker.tick();
    expect(await refreshes()).to.equal(1);
    expect(await status()).to.equal('active');
  });

  it('goes past those that cannot be renewed, pauses when the provider is out, and ends behind the last', async () => {
    const others: Connection[] = [];
    for (let i = 0; i < 4; i++) others.push(await connected(service, tenancy.test, await service.newTenant()));
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    service.advance(25 * hour);
    const keepAlive = partOf(service);
    const first = await keepAlive(null);
    expect(first.pauseSeconds).to.equal(300);
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    await service.sandbox.control('DELETE', 'requests');
    expect(await keepAlive(first.next)).to.deep.equal({ next: null });
    expect(await refreshes()).to.equal(2);
    expect(await keepAlive(null)).to.deep.equal({ next: null });
    expect(await refreshes()).to.equal(5);
  });

  it('begins again where it was when what was kept of it cannot be read', async () => {
    service.advance(25 * hour);
    expect(await partOf(service)('unreadable')).to.deep.equal({ next: null });
    expect(await refreshes()).to.equal(1);
  });
});
