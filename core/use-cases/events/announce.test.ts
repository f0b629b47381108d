import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { connect, openEngine, operationsOf, subscribe } from '../testing/engine.ts';
import { type Announcement, announce, eventIdentity } from './announce.ts';

describe('announcing', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => connect(engine));

  const announcement = (over: Partial<Announcement> = {}): Announcement => ({
    organizationId: engine.caller.organizationId,
    environment: 'test',
    type: 'connection.updated',
    connectionId: connection.id,
    identityParts: ['active', '1'],
    data: { b: 1, a: { z: [1.5, null], y: 'ü' } },
    operationId: null,
    requestId: engine.caller.requestId,
    ...over,
  });
  const tell = (over: Partial<Announcement> = {}) =>
    engine.storage.transaction((stores) => announce(stores, engine.ports, announcement(over)));

  it('appends the event and queues one delivery for each endpoint that wants it', async () => {
    const a = await subscribe(engine, ['*']);
    const b = await subscribe(engine, ['connection.updated', 'invoice.paid'], 'https://hooks.example/b');
    await subscribe(engine, ['invoice.paid'], 'https://hooks.example/c');
    const event = await tell();
    const { items } = await engine.core.webhooks.listDeliveries(engine.caller, {});
    expect(items.map(({ endpointId }) => endpointId)).to.have.members([a.endpoint.id, b.endpoint.id]);
    for (const { eventId, state, requestId } of items) {
      expect({ eventId, state, requestId }).to.deep.equal({ eventId: event?.id, state: 'queued', requestId: 'r-test' });
    }
    const operations = await operationsOf(engine, 'webhook.deliver');
    expect(operations.map(({ subject }) => subject)).to.have.members([a.endpoint.id, b.endpoint.id]);
    expect(operations.every(({ connectionId }) => connectionId === null)).to.equal(true);
  });

  it('has identities that no other parts, types or connections can have', () => {
    const { digester } = engine.ports;
    const other = { ...connection, id: engine.ports.ids.next('conn') };
    const identities = [
      eventIdentity(digester, connection.id, 'invoice.paid', ['a', 'b']),
      eventIdentity(digester, connection.id, 'invoice.paid', ['ab']),
      eventIdentity(digester, connection.id, 'invoice.paid', ['a,b']),
      eventIdentity(digester, connection.id, 'invoice.paid', ['a","b']),
      eventIdentity(digester, connection.id, 'invoice.updated', ['a', 'b']),
      eventIdentity(digester, other.id, 'invoice.paid', ['a', 'b']),
    ];
    expect(new Set(identities).size).to.equal(identities.length);
  });
});
