import { deepEqual, equal } from 'node:assert/strict';
import type { ConnectionId, FamilyWalk, Stores, SyncCursor } from '#core/ports';
import type { Clause } from '../contract.ts';
import { moment, ownedBy, sampleId, someOwner } from '../samples.ts';

type Subject = Pick<Stores, 'syncCursors'>;

const cursor = (connectionId: ConnectionId, given: Partial<SyncCursor> = {}): SyncCursor => ({
  organizationId: someOwner,
  connectionId,
  type: 'invoices',
  highWater: moment(100),
  readFrom: moment(40),
  raisedAt: moment(120),
  ...given,
});

export const syncCursorClauses: readonly Clause<Subject>[] = [
  {
    name: 'cursors: one is found by connection and family, exactly as it was put last',
    async check({ syncCursors }) {
      const connectionId = sampleId('conn');
      equal(await syncCursors.find(connectionId, 'invoices'), undefined);
      await syncCursors.put(cursor(connectionId));
      await syncCursors.put(cursor(connectionId, { type: 'contacts', highWater: moment(7) }));
      deepEqual(await syncCursors.find(connectionId, 'invoices'), cursor(connectionId));
      const settled = cursor(connectionId, { readFrom: moment(100) });
      await syncCursors.put(settled);
      deepEqual(await syncCursors.find(connectionId, 'invoices'), settled);
      equal((await syncCursors.find(connectionId, 'contacts'))?.highWater.getTime(), moment(7).getTime());
      equal(await syncCursors.find(sampleId('conn'), 'invoices'), undefined);
    },
  },
  {
    name: 'cursors: the mark never goes back',
    async check({ syncCursors }) {
      const connectionId = sampleId('conn');
      await syncCursors.put(cursor(connectionId));
      await syncCursors.put(cursor(connectionId, { highWater: moment(99), readFrom: moment(1) }));
      deepEqual(await syncCursors.find(connectionId, 'invoices'), cursor(connectionId));
    },
  },
  {
    name: 'cursors: a mark that lies in the future gives way to a true one',
    async check({ syncCursors }) {
      const connectionId = sampleId('conn');
      await syncCursors.put(cursor(connectionId, { highWater: moment(99_999), raisedAt: moment(110) }));
      await syncCursors.put(cursor(connectionId));
      deepEqual(await syncCursors.find(connectionId, 'invoices'), cursor(connectionId));
    },
  },
  {
    name: 'cursors: what is forgotten is one connection’s cursors, and not its start',
    async check({ syncCursors }) {
      const [connectionId, other] = [sampleId('conn'), sampleId('conn')];
      for (const id of [connectionId, other]) {
        await syncCursors.put(cursor(id));
        await syncCursors.noteStart(ownedBy(id), moment(5));
      }
      await syncCursors.clear(connectionId);
      equal(await syncCursors.find(connectionId, 'invoices'), undefined);
      deepEqual(await syncCursors.startOf(connectionId), moment(5));
      deepEqual(await syncCursors.find(other, 'invoices'), cursor(other));
      await syncCursors.put(cursor(connectionId, { highWater: moment(1) }));
      deepEqual((await syncCursors.find(connectionId, 'invoices'))?.highWater, moment(1));
    },
  },
  {
    name: 'cursors: an activation begins with no family walked, and notes each whose first walk has ended',
    async check({ syncCursors }) {
      const [connectionId, other, unnoted] = [sampleId('conn'), sampleId('conn'), sampleId('conn')];
      for (const id of [connectionId, other]) await syncCursors.noteStart(ownedBy(id), moment(5));
      await syncCursors.begin(connectionId, moment(7));
      const walkedOf = { ...ownedBy(connectionId), createdAt: moment(1) };
      await syncCursors.noteWalked(walkedOf, 'contacts');
      await syncCursors.noteWalked(walkedOf, 'tax_rates');
      await syncCursors.noteWalked({ ...ownedBy(unnoted), createdAt: moment(1) }, 'quotes');
      const found = await syncCursors.beginnings([connectionId, other, unnoted, sampleId('conn')]);
      deepEqual(
        [...found].map(([id, { activatedAt, walked }]) => [id, activatedAt, [...walked]]).sort(),
        [
          [connectionId, moment(7), ['contacts', 'tax_rates']],
          [other, moment(5), []],
          [unnoted, moment(1), ['quotes']],
        ].sort(),
      );
      await syncCursors.begin(connectionId, moment(9));
      const again = (await syncCursors.beginnings([connectionId])).get(connectionId);
      deepEqual([again?.activatedAt, again?.walked.size], [moment(9), 0]);
      deepEqual(await syncCursors.startOf(connectionId), moment(5));
    },
  },
  {
    name: 'cursors: the start that was noted first stays',
    async check({ syncCursors }) {
      const connectionId = sampleId('conn');
      equal(await syncCursors.startOf(connectionId), undefined);
      await syncCursors.noteStart(ownedBy(connectionId), moment(5));
      await syncCursors.noteStart(ownedBy(connectionId), moment(3));
      await syncCursors.noteStart(ownedBy(connectionId), moment(9));
      deepEqual(await syncCursors.startOf(connectionId), moment(5));
      equal(await syncCursors.startOf(sampleId('conn')), undefined);
    },
  },
];

const walk = (given: Partial<FamilyWalk> = {}): FamilyWalk => ({
  type: 'quotes',
  walkedAt: moment(10),
  ...{ read: 3, changed: 2, removed: 1 },
  triedAt: moment(10),
  failure: null,
  ...given,
});
const unwalked = { walkedAt: null, read: 0, changed: 0, removed: 0 };

/** How the last walks of families ended. */
export const familyWalkClauses: readonly Clause<Pick<Stores, 'familyWalks'>>[] = [
  {
    name: 'walks: the last of each family is kept, and one that failed keeps the last good one',
    async check({ familyWalks }) {
      const [one, other] = [sampleId('conn'), sampleId('conn')];
      const found = async () => familyWalks.find([one, other, sampleId('conn')]);
      deepEqual(await found(), new Map());
      await familyWalks.note(ownedBy(one), [walk(), walk({ type: 'accounts' })]);
      const failed = walk({ ...unwalked, triedAt: moment(20), failure: 'budget' });
      await familyWalks.note(ownedBy(one), [failed]);
      await familyWalks.note(ownedBy(other), [failed]);
      const kept = walk({ triedAt: moment(20), failure: 'budget' });
      deepEqual((await found()).get(one), [walk({ type: 'accounts' }), kept]);
      deepEqual((await found()).get(other), [failed]);
      const next = walk({ walkedAt: moment(30), read: 0, changed: 0, removed: 0, triedAt: moment(30) });
      await familyWalks.note(ownedBy(one), [next]);
      await familyWalks.note(ownedBy(one), []);
      deepEqual((await found()).get(one), [walk({ type: 'accounts' }), next]);
      await familyWalks.clear(one);
      deepEqual(await found(), new Map([[other, [failed]]]));
    },
  },
];
