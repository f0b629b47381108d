import { expect } from 'chai';
import { drain } from '../../core/use-cases/sync/testing/syncing.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, serveLive } from './testing/live-service.ts';

const leak = 'what-the-driver-said-must-not-leak';

describe('a fault of the database', () => {
  it('makes the host say that it is not ready, answer 500 without a word of it, and recover by itself', async () => {
    let isGone = false;
    const ping = async (answer: () => Promise<void>) => {
      if (isGone) throw new Error(`${leak}: connection refused`);
      await answer();
    };
    const service = await serveLive({
      wrap: (ports) => ({
        ...ports,
        storage: {
          ...ports.storage,
          ping: () => ping(() => ports.storage.ping()),
          apiKeys: {
            ...ports.storage.apiKeys,
            findByDigest: async (...asked) => {
              await ping(async () => {});
              return ports.storage.apiKeys.findByDigest(...asked);
            },
          },
        },
      }),
    });
    const { test } = await service.newOrganization();
    const ready = async () => {
      const { status, body } = await service.call(undefined, 'GET', '/ready');
      return [status, body];
    };
    expect(await ready()).to.deep.equal([200, { status: 'ready' }]);
    await service.secretOf(test);
    isGone = true;
    expect(await ready()).to.deep.equal([503, { status: 'not_ready' }]);
    const broken = await service.call(test, 'GET', '/v1/connections');
    expect([broken.status, broken.body['code']]).to.deep.equal([500, 'INTERNAL']);
    expect(broken.text).not.to.contain(leak);
    expect((await service.call(undefined, 'GET', '/health')).status).to.equal(200);
    isGone = false;
    expect(await ready()).to.deep.equal([200, { status: 'ready' }]);
    expect((await service.call(test, 'GET', '/v1/connections')).status).to.equal(200);
    await service.database.close();
    expect(await ready()).to.deep.equal([503, { status: 'not_ready' }]);
    await service.close();
  });

  it('that hits only the copy of a record leaves the answer as it is, and the record is listed once a sync has read it', async () => {
    const live = await serveLive();
    const { knex } = live.database;
    const { test } = await live.newOrganization();
    const tenantId = await live.newTenant();
    const { id } = await connected(live, test, tenantId, { external_account_id: tenantId });
    await drain(live);
    await knex.raw(`create trigger fault before insert on cached_records begin select raise(abort, '${leak}'); end`);
    const records = `/v1/connections/${id}/contacts`;
    const key = crypto.randomUUID();
    const write = () => live.call(test, 'POST', records, { body: { name: 'Copy Ltd' }, key });
    const [first, second] = [await write(), await write()];
    const idOf = ({ body }: LiveAnswer) => (body['data'] as { item: { id: string; name: string } }).item;
    expect([first.status, idOf(first).name, idOf(second).id]).to.deep.equal([201, 'Copy Ltd', idOf(first).id]);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).to.deep.equal(['false', 'true']);
    const read = await live.call(test, 'GET', `${records}/${idOf(first).id}`);
    expect([read.status, idOf(read).name]).to.deep.equal([200, 'Copy Ltd']);
    const listed = async () => {
      const { body } = await live.call(test, 'GET', records);
      return (body['data'] as { items: { id: string }[] }).items.map((item) => item.id);
    };
    expect(await listed()).to.deep.equal([]);
    await knex.raw('drop trigger fault');
    live.advance(10);
    await drain(live);
    expect(await listed()).to.deep.equal([idOf(first).id]);
    await live.close();
  });
});
