// How the provider's refusals change a connection, and outages do not.
import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { ServiceError } from '../../domain/errors.ts';
import type { BudgetDecision } from '../../ports/request-budget.ts';
import { backWith, connected, connecting } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { requestLedger } from './open-ledger.ts';

describe('a provider call for a connection', () => {
  let tenantId: string;
  let budget: BudgetDecision | undefined;
  let waited: number;

  const { service, tenancy } = givenService({
    wrap: (ports) => ({
      ...ports,
      clock: {
        ...ports.clock,
        wait: async (milliseconds) => {
          waited += milliseconds;
          await ports.clock.wait(milliseconds);
        },
      },
      budget: {
        ...ports.budget,
        acquire: async (...asked) => budget ?? ports.budget.acquire(...asked),
      },
    }),
  });
  beforeEach(async () => {
    budget = undefined;
    waited = 0;
    tenantId = await service.newTenant();
  });
  const connection = openedEach(async () => {
    const made = await connected(service, tenancy.test, tenantId);
    await service.sandbox.control('DELETE', 'requests');
    return made;
  });
  afterEach(async () => {
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    await service.sandbox.control('DELETE', 'faults');
  });

  const read = () =>
    service.core.resources.read(tenancy.test, {
      connectionId: connection.id,
      type: 'organizations',
      resourceId: tenantId,
    });
  const now = () => service.core.connections.find(tenancy.test, connection.id);
  const events = async (type: string) =>
    (await service.ports.storage.events.list(tenancy.test, {}, { limit: 200, page: 1 })).items.filter(
      (event) => event.connectionId === connection.id && event.type === type,
    );
  /** Leaves out events of health alone, which do not change the status. */
  const toldOfStatus = async () =>
    (await events('connection.updated')).filter(({ data }) => data['status'] !== 'active');
  const secretOfApp = (client_secret: string) =>
    service.sandbox.control('POST', 'apps', {
      client_id: tenancy.apps.test.clientId,
      client_secret,
      redirect_uris: ['http://localhost:8080/oauth/ledger/callback'],
    });
  const fault = (status: number, Detail: string, times: number) =>
    service.sandbox.control('POST', 'faults', {
      match: { path: '/api.xro/2.0/*' },
      action: { status, body: { Type: null, Title: 'Refused', Status: status, Detail } },
      times,
    });

  it('is not made when the connection has ended since its ledger was opened', async () => {
    const ledger = requestLedger(service.ports, connection, tenancy.test, {});
    await service.core.connections.disconnect(tenancy.test, connection.id);
    await service.sandbox.control('DELETE', 'requests');
    expect((await refusalOf(ledger.read('organizations', tenantId))).details.reason).to.equal('connection_not_active');
    expect((await service.sandbox.control('GET', 'requests'))['requests']).to.deep.equal([]);
  });

  /** Refusals after which a person must reconnect. */
  const fatal: readonly [string, () => Promise<unknown>, string][] = [
    [
      'a dead grant',
      async () => {
        await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
        service.advance(1800);
      },
      'invalid_grant',
    ],
    [
      'an organization removed at the provider',
      () => service.sandbox.control('POST', 'revoke', { tenant_id: tenantId }),
      'tenant_removed',
    ],
    [
      'a 403 that a refused token keeps from being looked into',
      async () => {
        await fault(403, 'AuthenticationUnsuccessful', 100);
        const action = { status: 401, body: { Detail: 'AuthenticationUnsuccessful' } };
        await service.sandbox.control('POST', 'faults', { match: { path: '/connections' }, action, times: 100 });
      },
      'token_rejected',
    ],
    ['a token refused anew', () => fault(401, 'AuthenticationUnsuccessful', 100), 'token_rejected'],
  ];
  for (const [name, happen, reason] of fatal) {
    it(`${name} makes it action_required, once, and says so`, async () => {
      await happen();
      const refusals = await Promise.all(Array.from({ length: 8 }, () => refusalOf(read())));
      for (const refused of refusals) {
        expect(refused).to.deep.include({ code: 'ACTION_REQUIRED', retryable: false });
        expect(refused.details).to.deep.include({ reason, connectionId: connection.id });
      }
      expect(await now()).to.include({ status: 'action_required', statusReason: reason });
      const told = await toldOfStatus();
      expect(told).to.have.length(1);
      expect(told[0]?.data).to.deep.include({ status: 'action_required', previous: { status: 'active' } });
      const asked = (await service.calls('')).length;
      await refusalOf(read());
      expect(await service.calls(''), 'the provider is left alone').to.have.length(asked);
    });
  }

  it('a scope that was not granted refuses the call, leaves the connection active and is told by its health', async () => {
    // Everything was granted by all that is known, so the token is renewed once before the refusal is believed.
    await fault(401, 'AuthorizationUnsuccessful', 2);
    const refused = await refusalOf(read());
    expect(refused).to.deep.include({ code: 'ACTION_REQUIRED', retryable: false });
    expect(refused.details).to.deep.include({ reason: 'scope_missing', connectionId: connection.id });
    expect(await now()).to.include({ status: 'active' });
    const told = await events('connection.updated');
    expect(told.map(({ data }) => [data['status'], data['health_reason']])).to.deep.equal([
      ['active', 'scope_missing'],
    ]);
    expect((await now()).health).to.include({ state: 'failing', reason: 'scope_missing' });
    await read();
    expect((await now()).health, 'other calls go well').to.include({ state: 'failing', reason: 'scope_missing' });
    await connected(service, tenancy.test, tenantId);
    expect((await now()).health, 'the customer granted all scopes').to.include({ state: 'ok', reason: null });
  });

  it('a 403 while the tenant is still listed refuses the call and leaves the connection alone', async () => {
    await fault(403, 'AuthenticationUnsuccessful', 1);
    const refused = await refusalOf(read());
    expect(refused).to.deep.include({ code: 'ACTION_REQUIRED' });
    expect(refused.details).to.deep.include({ reason: 'access_denied' });
    expect(await now()).to.include({ status: 'active' });
    await read();
  });

  /** Failures that pass, or are not the connection's fault. */
  const passing: readonly [string, () => Promise<unknown>, () => Promise<unknown>, Partial<ServiceError>][] = [
    [
      'wrong credentials of the provider app',
      async () => {
        await secretOfApp('rotated');
        service.advance(1800);
      },
      () => secretOfApp('client-secret'),
      { code: 'PROVIDER_ERROR', retryable: false },
    ],
    [
      'a sign-in that is down',
      async () => {
        await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
        service.advance(1800);
      },
      () => service.sandbox.control('POST', 'quirks', { identity_unavailable: false }),
      { code: 'PROVIDER_UNAVAILABLE', retryable: true },
    ],
    [
      'a 403 that cannot be looked into',
      async () => {
        await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
        await fault(403, 'AuthenticationUnsuccessful', 1);
      },
      () => service.sandbox.control('POST', 'quirks', { identity_unavailable: false }),
      { code: 'PROVIDER_UNAVAILABLE', retryable: true },
    ],
    ['one refused token', () => fault(401, 'TokenExpired: token expired', 1), async () => {}, {}],
  ];
  for (const [name, happen, mend, error] of passing) {
    it(`${name} leaves it active`, async () => {
      await happen();
      if (error.code) expect(await refusalOf(read())).to.include(error);
      else await read();
      expect(await now()).to.include({ status: 'active', statusReason: null });
      expect(await toldOfStatus()).to.have.length(0);
      await mend();
      await read();
    });
  }

  it('works again after a reconnect, under the same id and with what was cached', async () => {
    await read();
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    await refusalOf(read());
    const back = backWith(await connecting(service, tenancy.test, [tenantId]));
    expect(back).to.include({ status: 'connected', connection_id: connection.id });
    expect(await now()).to.include({ status: 'active', statusReason: null });
    expect((await events('connection.updated')).map(({ data }) => data['previous'])).to.deep.include({
      status: 'action_required',
    });
    await read();
    const path = { connectionId: connection.id, type: 'organizations', query: {} };
    expect((await service.core.resources.list(tenancy.test, path)).total).to.equal(1);
  });

  it('still lists what is cached while action is required', async () => {
    await read();
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    await refusalOf(read());
    const path = { connectionId: connection.id, type: 'organizations', query: {} };
    expect((await service.core.resources.list(tenancy.test, path)).total).to.equal(1);
  });

  it('is refused before it is made when the budget is used up', async () => {
    budget = { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 7 };
    const refused = await refusalOf(read());
    expect(refused).to.deep.include({ code: 'RATE_LIMITED', retryable: true });
    expect(refused.details).to.include({ reason: 'connection_minute', retryAfterSeconds: 7 });
    expect(await service.calls('GET /api.xro')).to.have.length(0);
    expect(waited).to.equal(0);
  });
});
