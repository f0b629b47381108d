// A change by one host applies at the other host's next request: no process remembers what the database no longer says.

import { expect } from 'chai';
import type { Caller, Connection, CorePorts } from '#core';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { gatewayOf, withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { type LiveAnswer, type LiveHost, type LiveService, serveLive } from './testing/live-service.ts';

onBothDatabases('two hosts on one database,', (given) => {
  let first: LiveService;
  let second: LiveHost;
  let caller: Caller;
  let connection: Connection;
  let contacts: string;
  let tenantId: string;
  /** The tokens of reads at the provider, in order. */
  const tokens: string[] = [];
  const noting = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      read: (access, ...asked) => {
        tokens.push(access.accessToken);
        return gatewayOf(ports).read(access, ...asked);
      },
    });
  before(async () => {
    first = await serveLive({ open: given().open, wrap: noting });
    second = await first.anotherHost(noting);
  });
  beforeEach(async () => {
    caller = (await first.newOrganization()).test;
    tenantId = await first.newTenant();
    connection = await connected(first, caller, tenantId);
    contacts = `/v1/connections/${connection.id}/contacts`;
  });
  after(() => first?.close());

  const itemOf = ({ body }: LiveAnswer) => (body['data'] as { item: { provider_id: string; name: string } }).item;
  const namesOf = ({ body }: LiveAnswer) =>
    (body['data'] as { items: { name: string }[] }).items.map(({ name }) => name);
  const made = async (name: string): Promise<string> => {
    const answer = await first.call(caller, 'POST', contacts, { body: { name }, key: crypto.randomUUID() });
    expect(answer.status, answer.text).to.equal(201);
    return `${contacts}/${itemOf(answer).provider_id}`;
  };
  /** Reads on both hosts, so that both have everything in memory that they keep. */
  const readByBoth = async (record: string): Promise<void> => {
    for (const host of [first, second, first, second]) {
      expect((await host.call(caller, 'GET', record)).status).to.equal(200);
    }
  };

  it('refuses a key at once that the other has revoked', async () => {
    const record = await made('Revoked Ltd');
    const { key, secret } = await first.core.access.issueKey({ ...caller, name: 'short-lived' });
    const read = (host: LiveHost) =>
      host.call(undefined, 'GET', record, { headers: { authorization: `Bearer ${secret}` } });
    for (const host of [first, second, second]) expect((await read(host)).status).to.equal(200);
    await first.core.access.revokeKey(caller.organizationId, key.id);
    const sent = tokens.length;
    for (const host of [second, first]) expect((await read(host)).status).to.equal(401);
    expect(tokens.length).to.equal(sent);
  });

  it('uses no token of a connection that the other has disconnected', async () => {
    const record = await made('Leaving Ltd');
    await readByBoth(record);
    await first.core.connections.disconnect(caller, connection.id);
    const sent = tokens.length;
    for (const host of [second, first]) expect((await host.call(caller, 'GET', record)).status).to.equal(409);
    expect(tokens.length).to.equal(sent);
  });

  it('uses the new token of a connection that was connected again through the other', async () => {
    const record = await made('Again Ltd');
    await readByBoth(record);
    const before = tokens.at(-1);
    expect((await connected(first, caller, tenantId)).id).to.equal(connection.id);
    for (const host of [second, first]) {
      expect((await host.call(caller, 'GET', record)).status).to.equal(200);
      expect(tokens.at(-1)).not.to.equal(before);
    }
  });

  it('reads and lists what the other has written', async () => {
    const record = await made('Written Ltd');
    await readByBoth(record);
    for (const [n, writing, reading] of [
      [1, first, second],
      [2, second, first],
    ] as const) {
      const name = `Renamed ${n} Ltd`;
      const written = await writing.call(caller, 'PATCH', record, { body: { name }, key: crypto.randomUUID() });
      expect(written.status, written.text).to.equal(200);
      expect(namesOf(await reading.call(caller, 'GET', contacts))).to.deep.equal([name]);
      expect(itemOf(await reading.call(caller, 'GET', record)).name).to.equal(name);
    }
  });
});
