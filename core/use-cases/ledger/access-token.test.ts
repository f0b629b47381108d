import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Core } from '../../create-core.ts';
import { refreshLeaseSeconds } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerAuthorization } from '../../ports/ledger-authorization.ts';
import { connected } from '../testing/connecting.ts';
import { authorizationOf, withAuthorization } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

const accessTokenSeconds = 1800;
const graceSeconds = 1800;

describe('the access token of a connection', () => {
  /** Runs before each refresh of the first process. */
  let beforeRefresh: (token: string) => Promise<void>;
  let afterRefresh: () => Promise<void>;

  const wrap = (ports: CorePorts): CorePorts => {
    const refresh: LedgerAuthorization['refresh'] = async (client, token) => {
      await beforeRefresh(token);
      const grant = await authorizationOf(ports).refresh(client, token);
      await afterRefresh();
      return grant;
    };
    return withAuthorization(ports, { refresh });
  };

  const { service, tenancy } = givenService({ shared: true, wrap });
  const twinProcess = openedOnce(() => service.another());
  const connection = openedEach(async () => connected(service, tenancy.test, await service.newTenant()));
  beforeEach(async () => {
    beforeRefresh = async () => {};
    afterRefresh = async () => {};
    await service.sandbox.control('DELETE', 'requests');
  });

  const read = (core: Core = service.core) =>
    core.resources.read(tenancy.test, {
      connectionId: connection.id,
      type: 'organizations',
      resourceId: String(connection.providerTenantId),
    });
  const refreshes = async () => (await service.calls('POST /connect/token')).length;
  const status = async () => (await service.core.connections.find(tenancy.test, connection.id)).status;
  const expire = () => service.advance(accessTokenSeconds);

  it('is used as long as it is fresh, to the last minute', async () => {
    await read();
    service.advance(accessTokenSeconds - 65);
    await read();
    expect(await refreshes()).to.equal(0);
    service.advance(10);
    await read();
    expect(await refreshes()).to.equal(1);
  });

  it('is renewed once by any number of callers in two processes', async () => {
    for (let round = 1; round <= 3; round++) {
      expire();
      const callers = Array.from({ length: 24 }, (_, i) => read(i % 2 ? twinProcess : service.core));
      const records = await Promise.all(callers);
      expect(new Set(records.map(({ providerId }) => providerId)).size).to.equal(1);
      expect(await refreshes()).to.equal(round);
    }
    const statuses = (await service.calls('GET /api.xro/2.0/Organisation')).map((call) => call.status);
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
  });

  it('is renewed once when the provider refuses it before its time, whoever notices', async () => {
    service.advance(accessTokenSeconds, 'ledger');
    await Promise.all(Array.from({ length: 12 }, (_, i) => read(i % 2 ? twinProcess : service.core)));
    expect(await refreshes()).to.equal(1);
    service.advance(accessTokenSeconds, 'core');
  });

  it('survives a lost answer to its renewal, within the grace time of the token that was used', async () => {
    expire();
    await service.sandbox.control('POST', 'quirks', { lose_refresh_response: 1 });
    expect((await refusalOf(read())).code).to.equal('PROVIDER_UNAVAILABLE');
    expect(await status()).to.equal('active');
    service.advance(graceSeconds - 60);
    await read();
    expire();
    await read(twinProcess);
  });

  it('needs a new consent when the grace time is over', async () => {
    expire();
    await service.sandbox.control('POST', 'quirks', { lose_refresh_response: 1 });
    await refusalOf(read());
    service.advance(graceSeconds);
    expect(await refusalOf(read())).to.deep.include({ code: 'ACTION_REQUIRED' });
    expect(await status()).to.equal('action_required');
  });

  it('is renewed by the token before, when the newest is refused', async () => {
    expire();
    await read();
    service.advance(accessTokenSeconds - 30);
    const tried: string[] = [];
    beforeRefresh = async (token) => {
      tried.push(token);
      if (tried.length === 1) throw new ServiceError('ACTION_REQUIRED', 'refused', { reason: 'invalid_grant' });
    };
    await read();
    expect(new Set(tried).size).to.equal(2);
    expect(await status()).to.equal('active');
  });

  it('is taken from a new consent that came while the old one was being refused', async () => {
    expire();
    beforeRefresh = async () => {
      beforeRefresh = async () => {};
      await connected(service, tenancy.test, String(connection.providerTenantId));
      throw new ServiceError('ACTION_REQUIRED', 'refused', { reason: 'invalid_grant' });
    };
    await read();
    expect(await status()).to.equal('active');
  });

  it('is renewed by another when the one who began is lost, and that one comes too late', async () => {
    expire();
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    afterRefresh = () => {
      afterRefresh = async () => {};
      reached.resolve();
      return gate.promise;
    };
    const lost = read();
    await reached.promise;
    const waiting = read(twinProcess);
    service.advance(refreshLeaseSeconds + 1, 'core');
    await waiting;
    gate.resolve();
    await lost;
    expire();
    await read();
    expect(await status()).to.equal('active');
  });

  it('is not given out again once it was refused twice: the person must consent anew', async () => {
    const problem = { Type: null, Title: 'Unauthorized', Status: 401, Detail: 'AuthenticationUnsuccessful' };
    await service.sandbox.control('POST', 'faults', {
      match: { path: '/api.xro/2.0/*' },
      action: { status: 401, body: problem },
      times: 2,
    });
    expect((await refusalOf(read())).details).to.include({ reason: 'token_rejected', connectionId: connection.id });
    expect(await refreshes()).to.equal(1);
    expect(await service.calls('GET /api.xro')).to.have.length(2);
  });

  it('is not asked for while nobody renews it: the wait is bounded', async () => {
    expire();
    beforeRefresh = () => new Promise(() => {});
    void read();
    const refused = await refusalOf(read(twinProcess));
    expect(refused).to.deep.include({ code: 'PROVIDER_TIMEOUT', retryable: true });
    service.advance(refreshLeaseSeconds + 1, 'core');
    await read(twinProcess);
  });

  it('is nowhere in the database or in the log as it is', async () => {
    const seen: string[] = [];
    afterRefresh = async () => {};
    beforeRefresh = async (token) => void seen.push(token);
    expire();
    await read();
    expect(seen).to.have.length(1);
    const rows = JSON.stringify(await service.database.knex('credentials').select());
    const told = JSON.stringify(service.lines);
    for (const secret of [...seen, 'client-secret']) {
      expect(rows).not.to.contain(secret);
      expect(told).not.to.contain(secret);
    }
  });
});
