import { expect } from 'chai';
import { openedOnce } from '../contract-tests/testing/opened.ts';
import { notingWrites, reading } from './fresh-writes.ts';
import type { ReadReplica } from './ports/read-replica.ts';
import { openService } from './use-cases/testing/service.ts';

function named(groups: object, within = ''): readonly string[] {
  return Object.entries(groups).flatMap(([key, value]) =>
    typeof value === 'function' ? [within + key] : named(value as object, `${within}${key}.`),
  );
}

describe('the writes that a replica is told of', () => {
  const service = openedOnce(() => openService());
  const wrote: string[] = [];
  const replica: ReadReplica = {
    attempt: async () => undefined,
    wrote: (organizationId) => void wrote.push(organizationId),
    state: () => 'reading',
  };
  beforeEach(() => wrote.splice(0));

  it('are all use cases but those that are named as reading, which exist', () => {
    const { worker: _, ...useCases } = service.core;
    const known = new Set(named(useCases));
    expect([...reading].filter((name) => !known.has(name))).to.deep.equal([]);
    const writing = [...known].filter((name) => !reading.has(name));
    expect(writing).to.include.members(['resources.create', 'webhooks.createEndpoint', 'console.createKey']);
  });

  it('are told when they have ended, well or not, by the organization of the caller', async () => {
    const groups = notingWrites(replica, {
      events: { list: async (_caller: unknown) => wrote.length },
      webhooks: {
        createEndpoint: async (_caller: unknown) => wrote.length,
        removeEndpoint: async (_caller: unknown) => Promise.reject(new Error('is gone')),
      },
      health: { ready: async () => true, database: () => 'kept' },
    });
    expect(await groups.events.list({ organizationId: 'org_1' })).to.equal(0);
    expect(wrote).to.deep.equal([]);
    expect(await groups.webhooks.createEndpoint({ organizationId: 'org_1' }), 'before it has ended').to.equal(0);
    await groups.webhooks.removeEndpoint({ organizationId: 'org_2' }).catch(() => {});
    expect(wrote).to.deep.equal(['org_1', 'org_2']);
    await groups.webhooks.createEndpoint('a token');
    expect([await groups.health.ready(), groups.health.database(), wrote.length]).to.deep.equal([true, 'kept', 2]);
  });

  it('cost nothing without a replica', () => {
    const groups = { events: { list: async () => [] } };
    expect(notingWrites(undefined, groups)).to.equal(groups);
  });
});
