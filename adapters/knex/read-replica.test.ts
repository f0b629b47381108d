import { expect } from 'chai';
import fc from 'fast-check';
import { samples } from '#contract-tests';
import { badRequest, type LateStores, lateReads, type OrganizationId } from '#core/ports';
import { type DatabaseForTests, databaseForTests } from '../../contract-tests/testing/doubles.ts';
import type { Seen } from './epoch.ts';
import { type ReplicaLook, type ReplicaOptions, readReplica } from './read-replica.ts';

const lagSeconds = 5;
const anybody = 'org_1' as OrganizationId;
const writer = 'org_2' as OrganizationId;

/** A primary and a standby, as numbers: a commit is the time at which it was made, and a beat is a commit with a mark. */
function twoServers(options: Partial<ReplicaOptions> = {}) {
  let now = 1_000;
  const commits: number[] = [];
  const marks = new Map<number, string>();
  let [beat, generation] = [0, 1];
  let [heldCommits, heldMarks, heldBeat]: [readonly number[], ReadonlyMap<number, string>, number] = [[], new Map(), 0];
  let seen: Seen | undefined;
  const states: string[] = [];
  const wrong: { look?: Partial<ReplicaLook> | Error; read?: Error | 'silent' } = {};
  const replica = readReplica(
    {
      stores: {} as LateStores,
      async look(asked): Promise<ReplicaLook> {
        if (wrong.look instanceof Error) throw wrong.look;
        const slotMark = (asked && heldMarks.get(asked.beat)) ?? null;
        const held = { databaseId: 'd', beat: heldBeat, mark: heldMarks.get(heldBeat) ?? '', system: '7', slotMark };
        return { ...held, isStandby: true, ...wrong.look };
      },
    },
    { lagSeconds, steadyMs: () => now, onState: (state) => states.push(state), patienceMs: 20, ...options },
  );
  return {
    ...{ replica, wrong, states },
    get now() {
      return now;
    },
    advance: (ms: number) => {
      now += ms;
    },
    commit: () => void commits.push(now),
    /** As the watch of the primary does; another process may have made a beat since. */
    beats(own = true) {
      const begunMs = now;
      if (own || seen === undefined) marks.set(++beat, `mark ${generation} ${beat}`);
      seen = {
        ...{ databaseId: 'd', beat, mark: marks.get(beat) ?? '', system: '7', timeline: 1, position: null },
      };
      replica.primarySeen(seen, begunMs);
    },
    anotherBeats: () => void marks.set(++beat, `mark ${beat}`),
    replicate: () => {
      [heldCommits, heldMarks, heldBeat] = [[...commits], new Map(marks), beat];
    },
    /** A standby without the latest beats has become the primary, which makes others in their place. */
    loses(beats: number) {
      beat -= beats;
      for (let later = 1; later <= beats; later++) marks.delete(beat + later);
      generation += 1;
      this.beats();
    },
    diverge: () => {
      heldMarks = new Map([...heldMarks, [heldBeat, 'of another history']]);
    },
    commits: () => commits as readonly number[],
    read: (organizationId = anybody) =>
      replica.attempt(organizationId, async () => {
        if (wrong.read === 'silent') await new Promise(() => {});
        if (wrong.read instanceof Error) throw wrong.read;
        return heldCommits;
      }),
    /** One second of a sound pair. */
    async second() {
      this.beats();
      this.replicate();
      now += 1_000;
      await replica.refresh();
    },
  };
}

async function sound(options?: Partial<ReplicaOptions>) {
  const servers = twoServers(options);
  for (let seconds = 0; seconds < 3; seconds++) await servers.second();
  expect(servers.replica.state()).to.equal('reading');
  return servers;
}

describe('a replica', () => {
  it('that is read lacks nothing that was stored longer ago than the lag, whatever happens in whichever order', async () => {
    const words = [
      'commit',
      'beats',
      'sees',
      'anotherBeats',
      'replicate',
      'refresh',
      'read',
      'read',
      'second',
    ] as const;
    const deed = fc.oneof(fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 1_500 }) }), {
      weight: 3,
      arbitrary: fc.constantFrom(...words.map((one) => ({ do: one, ms: 0 }))),
    });
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 20, maxLength: 120 }), async (deeds) => {
        const servers = await sound();
        for (const one of deeds) {
          if (one.do === 'advance') servers.advance(one.ms);
          else if (one.do === 'refresh') await servers.replica.refresh();
          else if (one.do === 'sees') servers.beats(false);
          else if (one.do !== 'read') servers[one.do]();
          else {
            const found = await servers.read();
            if (!found) continue;
            answered += 1;
            const old = servers.commits().filter((at) => at <= servers.now - lagSeconds * 1000);
            expect(found.value.slice(0, old.length)).to.deep.equal(old);
          }
        }
      }),
      { numRuns: process.env['TEST_LONG'] === '1' ? 3_000 : 150 },
    );
    expect(answered, 'reads that the replica answered').to.be.greaterThan(100);
  });

  it('is not read before it is known how late it is, and not while nothing is seen of the primary', async () => {
    const servers = twoServers();
    expect(await servers.read()).to.equal(undefined);
    servers.beats();
    servers.replicate();
    await servers.replica.refresh();
    // The first beat may have been made long ago.
    expect([servers.replica.state(), await servers.read()]).to.deep.equal(['starting', undefined]);
    await servers.second();
    await servers.second();
    expect(await servers.read()).to.deep.equal({ value: [] });
    servers.advance(lagSeconds * 1000);
    await servers.replica.refresh();
    expect([servers.replica.state(), await servers.read()]).to.deep.equal(['behind', undefined]);
  });

  it('that replays nothing is read no longer than the lag, and again when it has caught up', async () => {
    const servers = await sound();
    for (let seconds = 0; seconds < 5; seconds++) {
      servers.beats();
      servers.advance(1_000);
      await servers.replica.refresh();
    }
    expect(servers.replica.state()).to.equal('behind');
    expect(servers.replica.behindSeconds()).to.be.greaterThan(lagSeconds);
    servers.replicate();
    await servers.replica.refresh();
    expect([servers.replica.state(), servers.states]).to.deep.equal(['reading', ['reading', 'behind', 'reading']]);
  });

  it('that holds a beat of another process holds what was stored before the last look without it, and no more', async () => {
    const servers = await sound();
    servers.beats();
    servers.anotherBeats();
    servers.replicate();
    servers.commit();
    servers.advance(3_000);
    // Nobody knows when in these three seconds the other process made its beat.
    servers.beats(false);
    await servers.replica.refresh();
    expect(servers.replica.behindSeconds()).to.equal(3);
    servers.advance(1_999);
    expect(await servers.read()).to.deep.equal({ value: [] });
    servers.advance(1);
    expect(await servers.read()).to.equal(undefined);
  });

  it('of a primary that has lost commits says nothing of the one that took its place', async () => {
    const servers = await sound();
    servers.beats();
    servers.replicate();
    servers.loses(2);
    servers.advance(1_000);
    await servers.replica.refresh();
    expect(servers.replica.state()).to.equal('no_standby');
    // The number of the beat that the standby holds is used again, and this process does not see it.
    servers.anotherBeats();
    servers.advance(1_000);
    servers.beats();
    await servers.replica.refresh();
    expect([servers.replica.behindSeconds(), await servers.read()]).to.deep.equal([undefined, undefined]);
  });

  it('that is no standby of this primary is not read', async () => {
    const cases: readonly Partial<ReplicaLook>[] = [
      { isStandby: false },
      { databaseId: 'another' },
      { system: '8' },
      { mark: 'of another history', slotMark: 'of another history' },
    ];
    for (const look of cases) {
      const servers = await sound();
      servers.wrong.look = look;
      await servers.replica.refresh();
      expect([servers.replica.state(), await servers.read()], JSON.stringify(look)).to.deep.equal([
        'no_standby',
        undefined,
      ]);
      servers.wrong.look = {};
      await servers.second();
      expect(servers.replica.state(), 'later').to.equal('reading');
    }
    const servers = await sound();
    servers.beats();
    servers.replicate();
    servers.diverge();
    servers.advance(1_000);
    await servers.replica.refresh();
    expect(servers.replica.state()).to.equal('no_standby');
  });

  it('that cannot be reached is not read, and one that tells no system is', async () => {
    const servers = await sound();
    servers.wrong.look = new Error('connect ECONNREFUSED');
    await servers.replica.refresh();
    expect([servers.replica.state(), await servers.read()]).to.deep.equal(['unreachable', undefined]);
    servers.wrong.look = { system: null };
    await servers.second();
    expect(servers.replica.state()).to.equal('reading');
  });

  it('is not asked for an organization that has written within the lag', async () => {
    const servers = await sound();
    servers.replica.wrote(writer);
    expect([await servers.read(writer), (await servers.read())?.value]).to.deep.equal([undefined, []]);
    for (let seconds = 0; seconds < 4; seconds++) await servers.second();
    expect(await servers.read(writer)).to.equal(undefined);
    await servers.second();
    expect(await servers.read(writer)).to.deep.equal({ value: [] });
  });

  it('remembers a bounded number of writers, and asks for nobody when there are more', async () => {
    const servers = await sound();
    for (let i = 0; i < 10_001; i++) servers.replica.wrote(`org_w${i}` as OrganizationId);
    expect(await servers.read()).to.equal(undefined);
    for (let seconds = 0; seconds < 5; seconds++) await servers.second();
    expect(await servers.read()).to.deep.equal({ value: [] });
  });

  it('costs a request at most its patience, and rests after three failures in a row', async () => {
    const from: string[] = [];
    const servers = await sound({ onRead: (one) => from.push(one) });
    servers.wrong.read = 'silent';
    expect(await servers.read()).to.equal(undefined);
    servers.wrong.read = new Error('canceling statement due to conflict with recovery');
    expect(await servers.read()).to.equal(undefined);
    delete servers.wrong.read;
    expect(await servers.read()).to.deep.equal({ value: [] });
    servers.wrong.read = new Error('broken');
    for (let reads = 0; reads < 3; reads++) await servers.read();
    expect(from).to.deep.equal(['primary', 'primary', 'replica', 'primary', 'primary', 'primary']);
    expect(servers.replica.state()).to.equal('failed');
    delete servers.wrong.read;
    await servers.second();
    expect([servers.replica.state(), await servers.read()]).to.deep.equal(['failed', undefined]);
    for (let seconds = 0; seconds < 10; seconds++) await servers.second();
    expect(await servers.read()).to.deep.equal({ value: [] });
  });

  it('is not to blame for a refusal', async () => {
    const servers = await sound();
    servers.wrong.read = badRequest('cursor', 'is unknown');
    for (let reads = 0; reads < 5; reads++) expect(await servers.read()).to.equal(undefined);
    expect(servers.replica.state()).to.equal('reading');
  });
});

describe('what may be read late', () => {
  let primary: DatabaseForTests;
  before(async () => {
    primary = await databaseForTests('SQLite');
  });
  after(() => primary?.close());

  it('is read from the replica’s own database, and reaches and changes nothing else there', async () => {
    const { database } = primary;
    const { seen } = await database.epoch.look(undefined, new Date());
    const organization = samples.sampleOrganization();
    const second = (await database.epoch.look(seen, new Date())).seen;
    const standIn = await primary.copied();
    await database.storage.transaction(({ organizations }) => organizations.insert(organization));
    await standIn.knex.raw('pragma query_only = on');
    const replica = readReplica(
      {
        stores: standIn.storage,
        look: async (asked) => {
          const held = await standIn.epoch.held(asked);
          if (!held) throw new Error('no epoch');
          return { ...held, isStandby: true };
        },
      },
      { lagSeconds },
    );
    replica.primarySeen(seen, performance.now());
    replica.primarySeen(second, performance.now());
    await replica.refresh();
    expect(replica.state()).to.equal('reading');
    const plane = { organizationId: organization.id, environment: 'test' } as const;
    const page = { limit: 5, page: 1 };
    const id = 'x' as never;
    const found = await replica.attempt(organization.id, async (stores) => {
      const kept: Record<string, readonly string[]> = {};
      for (const [name, methods] of Object.entries(stores)) kept[name] = Object.keys(methods);
      expect(kept).to.deep.equal(lateReads);
      await stores.connections.list(plane, { search: 'abc' }, page);
      await stores.providerCalls.recent(plane, [id]);
      await stores.records.list({ connectionId: id, type: 'invoices' }, { contains: 'abc', withoutNative: true }, page);
      await stores.records.search(plane, { type: 'invoices', contains: 'abc', limit: 5 });
      await stores.operations.list(plane, {}, page);
      await stores.operations.find(plane, id);
      await stores.operations.groupFailures(plane, {}, 5);
      await stores.bulkItems.list(plane, id, undefined, page);
      await stores.events.list(plane, {}, page);
      await stores.events.find(plane, id);
      await stores.deliveries.list(plane, {}, page);
      await stores.deliveries.find(plane, id);
      await stores.requestLog.list(plane, {}, page);
      await stores.requestLog.find(plane, id);
      await stores.requestLog.groupFailures(plane, {}, 5);
      await stores.providerRequests.list(plane, id, {}, page);
      await stores.usage.read(plane, { from: '2026-01-01', to: '2026-01-02', groupBy: 'day' }, page);
      return (await stores.audit.list(organization.id, page)).items;
    });
    expect(found).to.deep.equal({ value: [] });
    await standIn.close();
  });
});
