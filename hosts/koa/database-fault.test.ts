import { expect } from 'chai';
import { StorageUnavailable } from '#core/ports';
import { serveLive } from './testing/live-service.ts';

const leak = 'what-the-driver-said-must-not-leak';

describe('a fault of the database', () => {
  it('makes the host say that it is not ready, answer 503 without a word of the driver, and recover by itself', async () => {
    let isGone = false;
    const ping = async (answer: () => Promise<void>) => {
      if (isGone) throw new StorageUnavailable(new Error(`${leak}: connection refused`));
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
    expect([broken.status, broken.body['code']]).to.deep.equal([503, 'DATABASE_UNAVAILABLE']);
    expect(broken.text).not.to.contain(leak);
    expect((await service.call(undefined, 'GET', '/health')).status).to.equal(200);
    isGone = false;
    expect(await ready()).to.deep.equal([200, { status: 'ready' }]);
    expect((await service.call(test, 'GET', '/v1/connections')).status).to.equal(200);
    await service.database.close();
    expect(await ready()).to.deep.equal([503, { status: 'not_ready' }]);
    await service.close();
  });
});
