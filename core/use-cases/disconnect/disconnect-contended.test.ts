import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { LedgerAuthorization } from '../../ports/ledger-authorization.ts';
import { connected } from '../testing/connecting.ts';
import { authorizationOf, withAuthorization } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('a disconnect that somebody stands in the way of', () => {
  let tenantId: string;
  /** Runs while the provider is being asked. */
  let atProvider: () => Promise<void>;

  const { service, tenancy } = givenService({
    wrap: (ports) => {
      const disconnect: LedgerAuthorization['disconnect'] = async (...asked) => {
        await atProvider();
        return authorizationOf(ports).disconnect(...asked);
      };
      return withAuthorization(ports, { disconnect });
    },
  });
  beforeEach(async () => {
    atProvider = async () => {};
    tenantId = await service.newTenant();
  });
  const connection = openedEach(() => connected(service, tenancy.test, tenantId));
  afterEach(() => service.sandbox.control('DELETE', 'faults'));

  const disconnect = () => service.core.connections.disconnect(tenancy.test, connection.id);
  const now = () => service.core.connections.find(tenancy.test, connection.id);
  const credentials = () => service.ports.storage.credentials.find(connection.id);

  it('is not overtaken by a person who connects again at that moment', async () => {
    let told: unknown;
    atProvider = async () => {
      told = await connected(service, tenancy.test, tenantId).catch((error: Error) => error.message);
    };
    expect(await disconnect()).to.include({ status: 'disconnected' });
    expect(told).to.match(/disconnecting/);
    atProvider = async () => {};
    expect(await connected(service, tenancy.test, tenantId)).to.include({ id: connection.id, status: 'active' });
  });

  it('that was lost half-way long ago does not keep the customer from connecting again', async () => {
    await service.database.knex('connections').where({ id: connection.id }).update({ status: 'disconnecting' });
    service.advance(600);
    expect(await connected(service, tenancy.test, tenantId)).to.include({ id: connection.id, status: 'active' });
  });

  it('is not taken for done when the provider forbids it but still lists the tenant', async () => {
    const body = { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' };
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'DELETE', path: '/connections*' },
      action: { status: 403, body },
      times: 1,
    });
    expect(await refusalOf(disconnect())).to.deep.include({ code: 'PROVIDER_ERROR' });
    expect((await now()).status).to.equal('active');
    expect(await credentials()).not.to.equal(undefined);
    expect(await disconnect()).to.include({ status: 'disconnected' });
  });

  it('is not left half-way when nobody can say why the provider forbids it', async () => {
    const forbid = { status: 403, body: { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' } };
    const away = { status: 503 };
    for (const [match, action] of [
      [{ method: 'DELETE', path: '/connections*' }, forbid],
      [{ method: 'GET', path: '/connections*' }, away],
    ]) {
      await service.sandbox.control('POST', 'faults', { match, action, times: 1 });
    }
    expect(await refusalOf(disconnect())).to.deep.include({ code: 'PROVIDER_ERROR' });
    expect((await now()).status).to.equal('active');
    expect(await credentials()).not.to.equal(undefined);
  });
});
