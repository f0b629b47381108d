import { deepEqual } from 'node:assert/strict';
import { type Connection, connectionStatuses, retentionModes, type Storage } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleConnectSession, sampleId } from '../samples.ts';

const ids = (found: readonly Connection[]): readonly string[] => found.map(({ id }) => id);

/** Later ones sort later, all in one slot. */
function idInSlot(slot: string): Connection['id'] {
  return `${sampleId('conn').slice(0, -1)}${slot}` as Connection['id'];
}

/** So many samples apart, ids differ before their last character. */
const idsASlot = 32;

function idsInSlot(slot: string, count: number): Connection['id'][] {
  return Array.from({ length: count }, () => {
    for (let i = 0; i < idsASlot; i++) sampleId('conn');
    return idInSlot(slot);
  });
}

/** What the schedules go through, part by part. */
export const connectionRoundClauses: readonly Clause<Storage>[] = [
  {
    name: 'connections: those of a slot are active, keep records and end with its character; of all planes, in parts',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [stranger = plane] = await arrangeStrangers(storage, plane);
      const kept = idsInSlot('7', 3);
      for (const [i, id] of kept.entries()) await arrangeConnection(storage, i === 1 ? stranger : plane, { id });
      for (const id of idsInSlot('8', 2)) await arrangeConnection(storage, plane, { id });
      for (const status of connectionStatuses.filter((s) => s !== 'active')) {
        for (const id of idsInSlot('7', 1)) await arrangeConnection(storage, plane, { id, status });
      }
      for (const retentionMode of retentionModes.filter((mode) => mode !== 'cached')) {
        for (const id of idsInSlot('7', 1)) await arrangeConnection(storage, plane, { id, retentionMode });
      }
      const inSlot = (slot: string, after: Connection['id'] | null, limit: number) =>
        storage.connections.listActive({ slot }, after, limit);
      deepEqual(ids(await inSlot('7', null, 9)), kept);
      deepEqual(ids(await inSlot('7', null, 2)), kept.slice(0, 2));
      deepEqual(ids(await inSlot('7', kept[0] ?? null, 2)), kept.slice(1));
      deepEqual(ids(await inSlot('z', null, 9)), []);
    },
  },
  {
    name: 'connectSessions: those that expired while the person was choosing come oldest first, so many',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const choosing = [3, 1, 2].map((at) =>
        sampleConnectSession(plane, { state: 'choosing', connectionId: sampleId('conn'), expiresAt: moment(at) }),
      );
      const others = [
        sampleConnectSession(plane, { state: 'choosing', expiresAt: moment(10) }),
        ...(['open', 'done'] as const).map((state) => sampleConnectSession(plane, { state, expiresAt: moment(1) })),
      ];
      for (const session of [...choosing, ...others]) await storage.connectSessions.insert(session);
      const [third, first, second] = choosing;
      const { listUnchosen } = storage.connectSessions;
      deepEqual(await listUnchosen(moment(10), 9), [first, second, third]);
      deepEqual(await listUnchosen(moment(10), 2), [first, second]);
    },
  },
];
