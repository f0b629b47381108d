// Where a customer may point our deliveries: the table of forbidden destinations through the real path, from the
// endpoint's registration to the attempt that is kept.
import type { lookup as dnsLookup } from 'node:dns';
import { expect } from 'chai';
import { createEventSender } from '../../../adapters/event-sender-http/index.ts';
import { openReceivers, type Receivers } from '../../../adapters/event-sender-http/testing/receivers.ts';
import { createCore } from '../../create-core.ts';
import { write } from '../testing/connecting.ts';
import { connect, drain, type Engine, openEngine } from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';
import { announceMany, deliveriesOf } from './testing/webhooks.ts';

/** What a name server that the customer owns may say. */
const hostile: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '::1'],
  'this-network': ['0.0.0.0', '::'],
  private: ['10.0.0.1', '172.16.0.1', '192.168.0.1'],
  shared: ['100.64.0.1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254'],
  'link-local': ['fe80::1'],
  'unique-local': ['fc00::1'],
  documentation: ['192.0.2.1', '2001:db8::1'],
  benchmarks: ['198.18.0.1'],
  multicast: ['224.0.0.1', 'ff02::1'],
  reserved: ['240.0.0.1', '255.255.255.255'],
  mapped: ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  compatible: ['::127.0.0.1'],
  'six-to-four': ['2002:7f00:1::'],
  nat64: ['64:ff9b::127.0.0.1'],
  teredo: ['2001::1'],
};

const refusedAtOnce = [
  'http://hooks.example/',
  'https://user:secret@hooks.example/',
  'https://hooks.example:25/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
];

const resolve = ((name: string, _options: unknown, callback: (error: Error | null, found: unknown) => void) => {
  const addresses = hostile[name.split('.')[0] ?? ''] ?? [];
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  setImmediate(() => callback(found.length > 0 ? null : new Error('ENOTFOUND'), found));
}) as unknown as typeof dnsLookup;

describe('deliveries to destinations that are not for customers', () => {
  let engine: Engine;
  let receivers: Receivers;
  beforeEach(async () => {
    receivers = openReceivers();
    engine = await openEngine();
  });
  afterEach(async () => {
    await receivers.close();
    await engine.close();
  });

  const over = (sender: Engine['ports']['sender']): Engine => ({
    ...engine,
    core: createCore({ ...engine.ports, sender }),
  });
  const endpoint = async ({ core, caller }: Engine, url: string) =>
    (await core.webhooks.createEndpoint(caller, { write: write({ url, event_types: ['*'] }) })).value.endpoint.id;
  const errorsOf = async (world: Engine, id: Awaited<ReturnType<typeof endpoint>>) => {
    const [delivery] = await deliveriesOf(world, id);
    const { delivery: kept } = await world.core.webhooks.findDelivery(world.caller, delivery?.id ?? '');
    return kept.attempts.map(({ error, responseStatus }) => error ?? responseStatus);
  };

  it('are refused when the address itself says so', async () => {
    const world = over(createEventSender({ allowCidrs: [], allowHttp: false }));
    for (const url of refusedAtOnce) {
      const refusal = await refusalOf(endpoint(world, url));
      expect([refusal.code, refusal.details.errors?.[0]?.path], url).to.deep.equal(['BAD_REQUEST', 'url']);
    }
  });

  it('end in a kept failure, undialled, when only the name server says so', async () => {
    const world = over(createEventSender({ allowCidrs: [], allowHttp: false, resolve }));
    await receivers.http((_request, response) => response.end());
    const ids = new Map<string, Awaited<ReturnType<typeof endpoint>>>();
    for (const kind of Object.keys(hostile)) ids.set(kind, await endpoint(world, `https://${kind}.hooks.example/in`));
    await announceMany(world, await connect(world), 1);
    await drain(world);
    for (const [kind, id] of ids) {
      expect(await errorsOf(world, id), kind).to.deep.equal(['the address is not public']);
    }
    expect(receivers.connections()).to.equal(0);
  });

  it('are not reached by a redirect', async () => {
    const inside = await receivers.http((_request, response) => response.end('secret'));
    const port = await receivers.http((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end();
    });
    const world = over(createEventSender({ allowCidrs: ['127.0.0.0/8'], allowHttp: true }));
    const id = await endpoint(world, `http://127.0.0.1:${port}/`);
    await announceMany(world, await connect(world), 1);
    await drain(world);
    expect(await errorsOf(world, id)).to.deep.equal([307]);
    expect(receivers.connections()).to.equal(1);
  });
});
