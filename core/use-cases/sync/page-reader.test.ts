import { expect } from 'chai';
import { type ListPlace, placeAt } from '../../domain/list-place.ts';
import { connect, type Engine, openEngine } from '../testing/engine.ts';
import { createPageReader } from './page-reader.ts';
import type { SyncPorts, Walk } from './page-work.ts';

describe('reading pages', () => {
  let engine: Engine;
  let asked: number;
  let failing: Set<number>;
  let walk: Walk;
  let ports: SyncPorts;
  beforeEach(async () => {
    engine = await openEngine();
    asked = 0;
    failing = new Set();
    const connection = await connect(engine);
    const operation = { id: engine.ports.ids.next('op'), requestId: engine.caller.requestId };
    walk = { operation, connection, type: 'contacts', emitsSnapshots: false } as unknown as Walk;
    const list: SyncPorts['gateway']['list'] = async () => {
      asked += 1;
      if (failing.has(asked)) throw new Error(`page ${asked} is torn`);
      const record = { type: 'contacts', providerId: `id ${asked}`, providerUpdatedAt: new Date(asked * 60_000) };
      const records = [{ ...record, fields: {}, native: {} }];
      return { records, unreadable: [], hasMore: asked < 4 } as unknown as Awaited<
        ReturnType<SyncPorts['gateway']['list']>
      >;
    };
    ports = { ...engine.ports, gateway: { ...engine.ports.gateway, list } };
  });
  afterEach(() => engine.close());

  const beginning = placeAt(null);

  it('fetches the next page while one is kept, one ahead and none behind the last', async () => {
    const reader = createPageReader(ports, walk);
    const read: unknown[] = [];
    for (let place: ListPlace | null = beginning; place; ) {
      const work = await reader.read(JSON.parse(JSON.stringify(place)));
      await reader.idle();
      read.push([work.changed.map(({ providerId }) => providerId), asked]);
      place = work.next;
    }
    expect(read).to.deep.equal([
      [['id 1'], 2],
      [['id 2'], 3],
      [['id 3'], 4],
      [['id 4'], 4],
    ]);
  });

  it('tells of a page that could not be fetched ahead when it is asked for, and fetches it anew after that', async () => {
    failing.add(2);
    const reader = createPageReader(ports, walk);
    const { next } = await reader.read(beginning);
    await reader.idle();
    const failure = await reader.read(next ?? beginning).catch((error: Error) => error.message);
    expect(failure).to.contain('page 2 is torn');
    expect((await reader.read(next ?? beginning)).changed.map(({ providerId }) => providerId)).to.deep.equal(['id 3']);
  });

  it('does not take a page of another place for the one that is asked for', async () => {
    const reader = createPageReader(ports, walk);
    await reader.read(beginning);
    await reader.read(beginning);
    expect(asked).to.be.at.least(3);
    await reader.idle();
  });
});
