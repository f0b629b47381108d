import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { connected, connecting, write } from '../testing/connecting.ts';
import { authorizationOf, withAuthorization } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('disconnecting', () => {
  let tenantId: string;
  let connection: Connection;
  /** Runs while the provider is being asked. */
  let atProvider: () => Promise<void>;

  const { service, tenancy } = givenService({
    wrap: (ports) =>
      withAuthorization(ports, {
        disconnect: async (...asked) => {
          await atProvider();
          return authorizationOf(ports).disconnect(...asked);
        },
      }),
  });
  beforeEach(async () => {
    atProvider = async () => {};
    tenantId = await service.newTenant();
    connection = await connected(service, tenancy.test, tenantId);
    await service.sandbox.control('DELETE', 'requests');
  });
  afterEach(async () => {
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    await service.sandbox.control('DELETE', 'faults');
  });

  const disconnect = () => service.core.connections.disconnect(tenancy.test, connection.id);
  const now = () => service.core.connections.find(tenancy.test, connection.id);
  const credentials = () => service.ports.storage.credentials.find(connection.id);
  const removals = () => service.calls('DELETE /connections/');
  const organizationPath = () => ({ connectionId: connection.id, type: 'organizations' });
  const read = () => service.core.resources.read(tenancy.test, { ...organizationPath(), resourceId: tenantId });
  const cached = async () =>
    (await service.database.knex('cached_records').where({ connection_id: connection.id })).length;
  const events = async () =>
    (await service.ports.storage.events.list(tenancy.test, {}, { limit: 200, page: 1 })).items.filter(
      (event) => event.connectionId === connection.id && event.type === 'connection.disconnected',
    );
  const drain = async () => {
    for (
      let leased = await service.core.worker.claim(10);
      leased.length > 0;
      leased = await service.core.worker.claim(10)
    ) {
      for (const one of leased) await service.core.worker.run(one, new AbortController().signal);
    }
  };
  const queued = async (count: number): Promise<readonly Operation[]> => {
    const drafts = Array.from({ length: count }, () =>
      queueOperation(
        {
          id: service.ports.ids.next('op'),
          organizationId: tenancy.organizationId,
          environment: 'test',
          type: 'connection.sync',
          connectionId: connection.id,
          subject: null,
          input: {},
          requestId: tenancy.test.requestId,
        },
        service.ports.clock.now(),
      ),
    );
    await service.ports.storage.operations.insert(drafts);
    return drafts;
  };

  it('removes the provider side first, then credentials, and at last what was cached', async () => {
    await read();
    atProvider = async () => {
      expect((await now()).status).to.equal('disconnecting');
      expect(await credentials()).not.to.equal(undefined);
      expect((await refusalOf(read())).details.reason).to.equal('connection_not_active');
    };
    const gone = await disconnect();
    expect(gone).to.include({ id: connection.id, status: 'disconnected', statusReason: null });
    const { walks, ...left } = await now();
    expect(left).to.deep.equal(gone);
    expect(new Set(walks?.map(({ notWalked }) => notWalked))).to.deep.equal(new Set(['connection_not_active']));
    expect((await removals()).map(({ path, status }) => [path, status])).to.deep.equal([
      [`/connections/${connection.providerConnectionId}`, 204],
    ]);
    expect(await credentials()).to.equal(undefined);
    expect((await events()).map(({ data }) => data['previous'])).to.deep.equal([{ status: 'active' }]);
    const [entry] = await service.ports.storage.audit.listBySubjects(connection.organizationId, [connection.id], 9);
    expect(entry).to.include({ action: 'connection.disconnected', actor: tenancy.test.actor });
    expect(await cached()).to.equal(1);
    await drain();
    expect(await cached()).to.equal(0);
  });

  it('makes everything that needs the connection fail cleanly', async () => {
    await disconnect();
    const asked = (await service.calls('')).length;
    const { resources } = service.core;
    const path = organizationPath();
    const attempts: readonly Promise<unknown>[] = [
      read(),
      resources.list(tenancy.test, { ...path, query: {} }),
      resources.create(tenancy.test, { ...path, type: 'contacts', write: write({ name: 'Late' }) }),
      resources.update(tenancy.test, {
        ...path,
        type: 'contacts',
        resourceId: tenantId,
        write: write({ name: 'Late' }),
      }),
      resources.cancel(tenancy.test, {
        ...path,
        type: 'invoices',
        resourceId: tenantId,
        write: write({ reason: 'late' }),
      }),
      resources.act(tenancy.test, { ...path, action: 'invoice.download_pdf', body: { provider_id: tenantId } }),
      resources.readInvoiceByProviderId(tenancy.test, { ...path, providerId: tenantId }),
    ];
    for (const refused of await Promise.all(attempts.map(refusalOf))) {
      expect(refused).to.include({ code: 'CONFLICT', retryable: false });
      expect(refused.details.reason).to.equal('connection_not_active');
    }
    expect(await service.calls('')).to.have.length(asked);
  });

  it('ends unfinished work, however much there is, and asks what runs to stop', async () => {
    await drain();
    await queued(1);
    const [running] = await service.core.worker.claim(1);
    const waiting = await queued(1203);
    await disconnect();
    const rows = await service.database.knex('operations').where({ connection_id: connection.id });
    const states = new Map(rows.map((row) => [row.id, row.state]));
    expect(waiting.filter(({ id }) => states.get(id) !== 'cancelled')).to.deep.equal([]);
    const asked = rows.find(({ id }) => id === running?.operation.id);
    expect([asked.state, typeof asked.cancel_requested_at]).to.deep.equal(['running', 'number']);
  });

  it('is safe to repeat', async () => {
    const first = await disconnect();
    expect(await disconnect()).to.deep.equal(first);
    expect([(await removals()).length, (await events()).length]).to.deep.equal([1, 1]);
  });

  it('comes to one end when it is asked for many times at once', async () => {
    const ends = await Promise.all(Array.from({ length: 6 }, disconnect));
    expect(new Set(ends.map(({ status }) => status))).to.deep.equal(new Set(['disconnected']));
    expect(await events()).to.have.length(1);
    const purges = service.database.knex('operations').where({ type: 'retention.purge', subject: connection.id });
    expect(await purges).to.have.length(2);
  });

  const down: readonly [string, () => Promise<unknown>, string][] = [
    [
      'is down',
      () => service.sandbox.control('POST', 'quirks', { identity_unavailable: true }),
      'PROVIDER_UNAVAILABLE',
    ],
    ['fails', () => fault({ status: 500 }), 'PROVIDER_ERROR'],
    ['is lost in the middle', () => fault({ drop: 'before' }), 'PROVIDER_UNAVAILABLE'],
    ['has enough of us', () => fault({ status: 429, headers: { 'retry-after': '3' } }), 'RATE_LIMITED'],
  ];
  const fault = (action: object, times = 1) =>
    service.sandbox.control('POST', 'faults', { match: { method: 'DELETE', path: '/connections/*' }, action, times });
  for (const [name, happen, code] of down) {
    it(`loses nothing when the provider ${name}, and works when asked again`, async () => {
      await read();
      await happen();
      const refused = await refusalOf(disconnect());
      expect(refused).to.include({ code, retryable: true });
      expect(await now()).to.deep.include({ status: 'active', statusReason: null });
      await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
      await read();
      expect(await disconnect()).to.include({ status: 'disconnected' });
    });
  }

  it('goes on where a lost process left it', async () => {
    const reached = Promise.withResolvers<void>();
    atProvider = () => {
      reached.resolve();
      return new Promise(() => {});
    };
    void disconnect();
    await reached.promise;
    atProvider = async () => {};
    expect(await disconnect()).to.include({ status: 'disconnected' });
  });

  it('takes what is gone at the provider for removed', async () => {
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    expect(await disconnect()).to.include({ status: 'disconnected' });
    expect((await removals()).map(({ status }) => status)).to.deep.equal([404]);
  });

  it('ends a connection whose authorization is dead, without the provider', async () => {
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    service.advance(1800);
    await refusalOf(read());
    expect((await now()).status).to.equal('action_required');
    expect(await disconnect()).to.include({ status: 'disconnected' });
    expect(await removals()).to.have.length(0);
    expect((await events())[0]?.data['previous']).to.deep.equal({ status: 'action_required' });
  });

  it('renews a token that is refused before it gives up on the provider', async () => {
    service.advance(1800, 'ledger');
    expect(await disconnect()).to.include({ status: 'disconnected' });
    expect((await removals()).map(({ status }) => status)).to.deep.equal([401, 204]);
    service.advance(1800, 'core');
  });

  it('drops a connection that still waits for its choice', async () => {
    const step = await connecting(service, tenancy.test, [await service.newTenant(), await service.newTenant()]);
    const [pending] = (await service.core.connections.list(tenancy.test, { status: 'pending_selection' })).items;
    connection = pending ?? connection;
    expect(await disconnect()).to.include({ status: 'disconnected' });
    expect(await credentials()).to.equal(undefined);
    const selection = step.kind === 'asks-choice' ? step.selection : '';
    expect((await service.core.connectSessions.choose({ selection, tenantId })).kind).to.equal('gone');
  });

  it('can be followed by connecting again, and what was purged is not purged anew', async () => {
    await disconnect();
    const revived = await connected(service, tenancy.test, tenantId);
    expect(revived).to.include({ id: connection.id, status: 'active' });
    await drain();
    const synced = await cached();
    expect(synced).to.be.greaterThan(1);
    service.advance(600);
    await drain();
    expect(await cached()).to.equal(synced);
  });
});
