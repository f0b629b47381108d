import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import { backWith, connected, connecting, type SessionFields, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('asking for a sync', () => {
  const { service, tenancy } = givenService();
  const connect = async (fields: SessionFields = {}): Promise<Connection> => {
    const tenantId = await service.newTenant();
    return connected(service, tenancy.test, tenantId, { external_account_id: tenantId, ...fields });
  };
  const sync = ({ id }: Connection, body: unknown = {}, key?: string, core = service.core) =>
    core.connections.sync(tenancy.test, { connectionId: id, write: write(body, key) });
  const syncsOf = async ({ id }: Connection) =>
    (await service.core.operations.list(tenancy.test, { connection_id: id, type: 'connection.sync' })).items;
  const move = async (connection: Connection, status: Connection['status']) => {
    const next = { ...connection, status, statusReason: 'grant_revoked' };
    expect(await service.ports.storage.connections.update(next, connection.status)).to.equal(true);
    return next;
  };

  it('queues it once for each key', async () => {
    const connection = await connect();
    const [first, twin] = await Promise.all([sync(connection, {}, 'twin'), sync(connection, {}, 'twin')]);
    expect(first.value.id).to.equal(twin.value.id);
    expect([first.replayed, twin.replayed].sort()).to.deep.equal([false, true]);
    await sync(connection, { scope: 'all' });
    expect((await syncsOf(connection)).map(({ input }) => input['trigger'])).to.deep.equal([
      'request',
      'request',
      'activation',
    ]);
  });

  it('is refused where no records are kept, and none is queued at activation', async () => {
    const connection = await connect({ retention_mode: 'zero' });
    const error = await refusalOf(sync(connection));
    expect(error).to.include({ code: 'CONFLICT' });
    expect(error.details.reason).to.equal('zero_retention');
    expect(await syncsOf(connection)).to.deep.equal([]);
  });

  it('is refused for a connection that is not active, without using the key up', async () => {
    const connection = await connect();
    const waiting = await move(connection, 'action_required');
    expect(await refusalOf(sync(connection, {}, 'later'))).to.deep.include({ code: 'ACTION_REQUIRED' });
    await move(waiting, 'active');
    expect((await sync(connection, {}, 'later')).replayed).to.equal(false);
    const leaving = await move({ ...connection, status: 'active' }, 'disconnecting');
    const error = await refusalOf(sync(leaving));
    expect([error.code, error.details.reason]).to.deep.equal(['CONFLICT', 'connection_not_active']);
  });

  it('comes by itself in the transaction that activates, again after each reconnect, and not when that fails', async () => {
    const connection = await connect();
    const [queued] = await syncsOf(connection);
    expect(queued).to.include({ state: 'queued', subject: 'all', requestId: 'req-test' });
    await move(connection, 'action_required');
    const fields = { external_account_id: connection.externalAccountId };
    await connected(service, tenancy.test, connection.providerTenantId ?? '', fields);
    expect(await syncsOf(connection)).to.have.length(2);
    const rival = { external_account_id: 'rival' };
    const back = backWith(await connecting(service, tenancy.test, [connection.providerTenantId ?? ''], rival));
    expect(back['error']).to.equal('duplicate_tenant_connection');
    expect(await syncsOf(connection)).to.have.length(2);
  });
});
