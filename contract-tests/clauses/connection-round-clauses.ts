import { deepEqual, equal } from 'node:assert/strict';
import { type Connection, connectionStatuses, type DueCut, type Plane, retentionModes, type Stores } from '#core/ports';
import { arrangeConnection, arrangePlane, type Parents } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleProviderApp } from '../samples.ts';

type Name = 'reconciliations' | 'follows';
type Subject = Pick<Stores, Name | 'connections'> & Parents<'organizations' | 'providerApps'>;

/** Each clause has its own time, before that of all others: what they leave behind is not due then. */
let before = 0;
const earlierTime = () => {
  before -= 10_000;
};
const at = (seconds: number) => moment(before + seconds);

const cut = (over: Partial<DueCut> = {}): DueCut => ({
  ...{ now: at(100), after: '', appMost: 50, plannedSince: at(0), limit: 50 },
  ...over,
});

/** Connections of an app of their own, active since the given seconds. */
async function arrangeTurns(storage: Subject, plane: Plane, since: readonly number[]): Promise<readonly Connection[]> {
  const app = sampleProviderApp(plane);
  await storage.providerApps?.insert(app);
  const made: Connection[] = [];
  for (const second of since)
    made.push(await arrangeConnection(storage, plane, { providerAppId: app.id, updatedAt: at(second) }));
  return made;
}

type Due = Awaited<ReturnType<Subject[Name]['due']>>;
const idsOf = ({ due }: Due) => due.map(({ connectionId }) => connectionId);
const turn = ({ id }: Connection, second: number, plannedAt: Date | null = null) => ({
  connectionId: id,
  dueAt: at(second),
  intervalMs: 900_000,
  plannedAt,
});

/** When it is a connection's turn. Both stores keep the same promises. */
const turnClauses = (name: Name): readonly Clause<Subject>[] => [
  {
    name: `${name}: due are active connections that keep records, with their planes, the longest due first`,
    async check(storage) {
      earlierTime();
      const plane = await arrangePlane(storage);
      const [later, earlier, notYet] = await arrangeTurns(storage, plane, [50, 20, 101]);
      for (const status of connectionStatuses.filter((s) => s !== 'active'))
        await arrangeConnection(storage, plane, { status, updatedAt: at(1) });
      for (const retentionMode of retentionModes.filter((mode) => mode !== 'cached'))
        await arrangeConnection(storage, plane, { retentionMode, updatedAt: at(1) });
      const turns = storage[name];
      const due = (one: Connection | undefined, second: number) => ({
        ...{ ...plane, connectionId: one?.id, provider: one?.provider, app: one?.providerAppId, plannedAt: null },
        ...{ dueAt: at(second), intervalMs: null },
      });
      deepEqual(await turns.due(cut()), { due: [due(earlier, 20), due(later, 50)], next: null });
      deepEqual(idsOf(await turns.due(cut({ now: at(101) }))), [earlier?.id, later?.id, notYet?.id]);
    },
  },
  {
    name: `${name}: what is planned is due at its next turn, and ends; what is not active is passed over`,
    async check(storage) {
      earlierTime();
      const plane = await arrangePlane(storage);
      const [one, other] = await arrangeTurns(storage, plane, [1, 2]);
      if (!one || !other) throw new Error('nothing was arranged');
      const gone: Connection = { ...other, status: 'disconnecting', updatedAt: at(3) };
      equal(await storage.connections.update(gone, 'active'), true);
      const turns = storage[name];
      await turns.plan([turn(one, 200, at(100)), turn(other, 200, at(100))]);
      deepEqual(idsOf(await turns.due(cut({ now: at(199) }))), []);
      deepEqual(idsOf(await turns.due(cut({ now: at(200) }))), [one.id]);
      deepEqual(await turns.intervals([one.id, other.id]), new Map([[one.id, 900_000]]));
      await turns.end(one.id, { dueAt: at(300), intervalMs: 1_800_000 });
      deepEqual(idsOf(await turns.due(cut({ now: at(299) }))), []);
      deepEqual(idsOf(await turns.due(cut({ now: at(300) }))), [one.id]);
      deepEqual(await turns.intervals([one.id]), new Map([[one.id, 1_800_000]]));
      equal(await storage.connections.update({ ...gone, status: 'active', updatedAt: at(4) }, 'disconnecting'), true);
      deepEqual(idsOf(await turns.due(cut())), [other.id]);
    },
  },
  {
    name: `${name}: of an app as many as bring those on their way to its most, counted since a moment`,
    async check(storage) {
      earlierTime();
      const plane = await arrangePlane(storage);
      const large = await arrangeTurns(storage, plane, [1, 2, 3, 4, 5, 6]);
      const small = await arrangeTurns(storage, plane, [9]);
      const turns = storage[name];
      const [first, second, ...left] = large;
      if (!first || !second) throw new Error('nothing was arranged');
      await turns.plan([turn(first, 500, at(50)), turn(second, 500, at(60))]);
      const most = async (over: Partial<DueCut>) => {
        const found = idsOf(await turns.due(cut({ appMost: 3, ...over })));
        deepEqual(found.includes(small[0]?.id ?? first.id), true);
        return found.filter((id) => id !== small[0]?.id);
      };
      const inOrder = left.map(({ id }) => id);
      deepEqual(await most({}), inOrder.slice(0, 1));
      deepEqual(await most({ plannedSince: at(50) }), inOrder.slice(0, 2));
      await turns.end(second.id, null);
      deepEqual(await most({}), inOrder.slice(0, 2));
      deepEqual(await most({ appMost: 1 }), []);
    },
  },
  {
    name: `${name}: parts go on behind the last app, however many apps and connections there are`,
    async check(storage) {
      earlierTime();
      const plane = await arrangePlane(storage);
      const apps: (readonly Connection[])[] = [];
      for (const since of [[1, 2, 3], [4], [5, 6]]) apps.push(await arrangeTurns(storage, plane, since));
      const inOrder = apps.toSorted(([a], [b]) => (appOf(a) < appOf(b) ? -1 : 1));
      const found: string[] = [];
      let after: string | null = '';
      for (let part = 0; after !== null && part < 9; part++) {
        const { due, next }: Due = await storage[name].due(cut({ after, limit: 3, appMost: 2 }));
        equal(due.length <= 3, true);
        found.push(...due.map(({ connectionId }) => connectionId));
        after = next;
      }
      deepEqual(
        found,
        inOrder.flatMap((of) => of.slice(0, 2).map(({ id }) => id)),
      );
    },
  },
];

const appOf = (connection: Connection | undefined): string => connection?.providerAppId ?? '';

/** When connections are compared with the provider next, and when their followed families are walked. */
export const reconciliationClauses: readonly Clause<Subject>[] = [
  ...turnClauses('reconciliations'),
  ...turnClauses('follows'),
  {
    name: 'follows: a turn is its own beside that of the reconciliation',
    async check(storage) {
      earlierTime();
      const plane = await arrangePlane(storage);
      const [one] = await arrangeTurns(storage, plane, [1]);
      if (!one) throw new Error('nothing was arranged');
      const { reconciliations, follows } = storage;
      await follows.plan([turn(one, 200, at(50))]);
      deepEqual(idsOf(await reconciliations.due(cut())), [one.id]);
      deepEqual(idsOf(await follows.due(cut())), []);
      await reconciliations.plan([turn(one, 300, at(50))]);
      await reconciliations.end(one.id, { dueAt: at(400), intervalMs: 1 });
      deepEqual(idsOf(await follows.due(cut({ now: at(200) }))), [one.id]);
      deepEqual(await follows.intervals([one.id]), new Map([[one.id, 900_000]]));
    },
  },
];
