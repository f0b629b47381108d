// When the database accepts no writes, the host is not ready, reads go on, and a write says that nothing happened.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { CorePorts } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

describe('a full disk', () => {
  let service: LiveService;
  let probes: number;
  beforeEach(async () => {
    probes = 0;
    const counted = (storage: CorePorts['storage']) => ({
      ...storage,
      probeWrite: () => {
        probes += 1;
        return storage.probeWrite();
      },
    });
    service = await serveLive({ wrap: (ports) => ({ ...ports, storage: counted(ports.storage) }) });
  });
  afterEach(() => service.close());

  const pragma = (text: string) => service.database.knex.raw(`pragma ${text}`);
  /** Bounds the file at its present pages and leaves none of them free. */
  const fillDisk = async () => {
    await service.database.knex.raw('vacuum');
    await pragma('max_page_count = 1');
  };
  const ready = async () => {
    const { status, body } = await service.call(undefined, 'GET', '/ready');
    return [status, body['status']];
  };

  it('makes the host say that it is not ready, and ready again when there is space, at one probe in some seconds', async () => {
    expect(await ready()).to.deep.equal([200, 'ready']);
    await fillDisk();
    service.advance(5);
    expect(await Promise.all(Array.from({ length: 5 }, ready))).to.deep.equal(Array(5).fill([503, 'not_ready']));
    expect((await service.call(undefined, 'GET', '/health')).status).to.equal(200);
    await pragma('max_page_count = 1000000');
    expect(await ready(), 'the probe is not repeated at once').to.deep.equal([503, 'not_ready']);
    expect(probes).to.equal(2);
    service.advance(5);
    expect(await ready()).to.deep.equal([200, 'ready']);
    expect(probes).to.equal(3);
  });

  it('refuses each write with an outcome and leaves reads and the provider alone', async () => {
    const { test } = await service.newOrganization();
    const { id } = await connected(service, test, await service.newTenant());
    await service.secretOf(test);
    await service.call(test, 'GET', '/v1/connections');
    const calls = await service.calls('PUT');
    // A small write may still fit into a page; this refuses all writes.
    await pragma('query_only = 1');
    service.advance(120);
    const refused = async (method: string, path: string, body?: object): Promise<LiveAnswer['body']> => {
      const answer = await service.call(test, method, path, { key: randomUUID(), ...(body ? { body } : {}) });
      expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(503);
      return answer.body;
    };
    const told = { code: 'DATABASE_UNAVAILABLE', outcome: 'not_applied' };
    expect(await refused('POST', `/v1/connections/${id}/contacts`, { name: 'Hill Bakery' })).to.include(told);
    expect(await refused('POST', `/v1/connections/${id}/sync`, {})).to.include(told);
    const endpoint = { url: 'https://example.com/', event_types: ['*'] };
    expect(await refused('POST', '/v1/webhook-endpoints', endpoint)).to.include(told);
    expect(await service.calls('PUT'), 'the provider was left alone').to.deep.equal(calls);
    const list = await service.call(test, 'GET', '/v1/connections');
    expect(list.status, list.text).to.equal(200);
    await pragma('query_only = 0');
  });
});

describe('a defect during a write', () => {
  it('says that the outcome is unknown once the provider was called, and a read says nothing of it', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('a defect');
    };
    const service = await serveLive({
      wrap: (ports) => withGateway(ports, { send: broken, read: broken }),
    });
    const { test } = await service.newOrganization();
    const { id } = await connected(service, test, await service.newTenant(), { retention_mode: 'zero' });
    const body = { name: 'Hill Bakery' };
    const written = await service.call(test, 'POST', `/v1/connections/${id}/contacts`, { key: randomUUID(), body });
    expect(written.status).to.equal(500);
    expect(written.body).to.include({ code: 'INTERNAL', outcome: 'unknown' });
    const read = await service.call(test, 'GET', `/v1/connections/${id}/contacts/${randomUUID()}`);
    expect([read.status, read.body['outcome']]).to.deep.equal([500, undefined]);
    await service.close();
  });
});
