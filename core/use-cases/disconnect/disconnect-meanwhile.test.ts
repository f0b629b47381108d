// Calls that are under way while their connection is disconnected.

import { expect } from 'chai';
import type { CorePorts } from '../../ports/core-ports.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

describe('a call under way while its connection is disconnected', () => {
  let beforeCall: () => Promise<void>;
  let afterCall: () => Promise<void>;

  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      read: async (...call) => {
        await beforeCall();
        const record = await gatewayOf(ports).read(...call);
        await afterCall();
        return record;
      },
    });

  const { service, tenancy, books } = givenBooks({ wrap });
  beforeEach(async () => {
    beforeCall = async () => {};
    afterCall = async () => {};
  });

  const read = () => books.read('organizations', books.tenantId);
  const disconnect = async () => {
    beforeCall = async () => {};
    afterCall = async () => {};
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
  };
  const cached = () => service.database.knex('cached_records').where({ connection_id: books.connection.id });
  const drain = async () => {
    const { worker } = service.core;
    for (let leased = await worker.claim(10); leased.length > 0; leased = await worker.claim(10)) {
      for (const one of leased) await worker.run(one, new AbortController().signal);
    }
  };
  const status = async () => (await service.core.connections.find(tenancy.test, books.connection.id)).status;

  it('is told that the connection is not active, when the provider refuses it for that', async () => {
    beforeCall = disconnect;
    const refused = await refusalOf(read());
    expect([refused.code, refused.details.reason]).to.deep.equal(['CONFLICT', 'connection_not_active']);
    expect(await status()).to.equal('disconnected');
  });

  it('leaves nothing behind of what it read', async () => {
    afterCall = async () => {
      await disconnect();
      await drain();
    };
    await read();
    expect(await cached()).to.have.length(1);
    service.advance(60);
    await drain();
    expect(await cached(), 'calls may still be under way').to.have.length(1);
    service.advance(61);
    await drain();
    expect(await cached()).to.have.length(0);
  });
});
