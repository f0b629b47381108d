import { deepEqual, equal } from 'node:assert/strict';
import {
  approve,
  cancel,
  type HeldWrite,
  type Operation,
  type OperationId,
  type Plane,
  propose,
  type Stores,
} from '#core/ports';
import { arrangeConnection, arrangePlane, type Beside, type Parents } from './arrange.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleId } from './sample-ids.ts';
import { moment, sampleApiKey, sampleConnection, sampleHeldWrite, sampleOperation, samplePlane } from './samples.ts';

type Subject = Pick<Stores, 'heldWrites' | 'operations'> &
  Beside<'apiKeys' | 'connections'> &
  Parents<'organizations' | 'providerApps'>;

const asked = { proposal: { tool: null, recordType: null, amount: null, currency: null }, url: 'https://x.test/op' };
const by = { by: { type: 'member', id: 'user_1', name: 'a@b.c' }, comment: null } as const;

/** An operation that waits, with what is held for it. */
async function arrange(
  storage: Subject,
  plane: Plane,
  given: Partial<HeldWrite> & { key?: { revokedAt?: Date; expiresAt?: Date } } = {},
) {
  const { key: ends, ...of } = given;
  const key = sampleApiKey(plane, ends);
  await storage.apiKeys.insert(key);
  const connectionId = of.connectionId ?? (await arrangeConnection(storage, plane)).id;
  const operation = propose(sampleOperation(plane, { connectionId, type: 'record.write' }), asked, moment());
  await storage.operations.insert([operation]);
  const held = sampleHeldWrite(operation, { keyId: key.id, ...of, connectionId });
  await storage.heldWrites.insert(held);
  return { operation, held };
}

const idsOf = (places: readonly { readonly id: string }[]) => places.map(({ id }) => id);

/** Of those in the list, because a database may hold others’. */
async function dueOf({ heldWrites }: Subject, now: Date, mine: readonly { readonly held: HeldWrite }[]) {
  const own = new Set(mine.map(({ held }) => held.id as string));
  return idsOf(await heldWrites.listDue(now, 10_000)).filter((id) => own.has(id));
}

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'held writes: found as stored, by their own plane only, and gone with their operation',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { held, operation } = await arrange(storage, plane);
      deepEqual(await storage.heldWrites.find(plane, held.id), held);
      for (const other of [samplePlane(), { ...plane, environment: 'live' } as const])
        equal(await storage.heldWrites.find(other, held.id), undefined);
      const { held: sealed } = await arrange(storage, plane, { content: null, sealedContent: 'v1.k1.x', stamp: null });
      deepEqual(await storage.heldWrites.find(plane, sealed.id), sealed);
      await storage.operations.update(cancel(operation, moment(1)), 'awaiting_approval');
      await storage.operations.remove(held.id);
      equal(await storage.heldWrites.find(plane, held.id), undefined);
    },
  },
  {
    name: 'held writes: a page’s are found together, of their own plane only; operations are listed by the key that asked',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const mine = [await arrange(storage, plane), await arrange(storage, plane)];
      const key = { keyId: mine[0]?.held.keyId ?? sampleId('key') };
      const third = await arrange(storage, plane, key);
      const held = [...mine, third].map((one) => one.held);
      const found = async (of: Plane) =>
        idsOf(await storage.heldWrites.findAll(of, idsOf(held) as OperationId[])).toSorted();
      deepEqual(await found(plane), idsOf(held).toSorted());
      for (const other of [samplePlane(), { ...plane, environment: 'live' } as const])
        deepEqual(await found(other), []);
      deepEqual(await storage.heldWrites.findAll(plane, []), []);
      const [first] = await storage.heldWrites.findAll(plane, [third.held.id]);
      deepEqual(first, third.held);
      const listed = async (of: Plane, filter: object = {}) => {
        const { items, total } = await storage.operations.list(
          of,
          { heldOf: key.keyId, ...filter },
          { limit: 10, page: 1 },
        );
        equal(total, items.length);
        return idsOf(items).toSorted();
      };
      const asked = idsOf([mine[0], third].flatMap((one) => one?.held ?? [])).toSorted();
      deepEqual(await listed(plane), asked);
      deepEqual(await listed(samplePlane()), []);
      await storage.operations.update(cancel(third.operation, moment(1)), 'awaiting_approval');
      deepEqual(
        await listed(plane, { state: 'awaiting_approval' }),
        asked.filter((id) => id !== third.held.id),
      );
      deepEqual(await listed(plane, { state: 'cancelled' }), [third.held.id]);
    },
  },
  {
    name: 'held writes: end once, and with `forgets` keep the digests and nothing else of what was held',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [{ held: one }, { held: other }] = [await arrange(storage, plane), await arrange(storage, plane)];
      equal(await storage.heldWrites.end(samplePlane(), one.id, { forgets: true }), false);
      const ends = [1, 2].map(() => storage.heldWrites.end(plane, one.id, { forgets: false }));
      deepEqual((await Promise.all(ends)).sort(), [false, true]);
      deepEqual(await storage.heldWrites.find(plane, one.id), { ...one, isOpen: false });
      equal(await storage.heldWrites.end(plane, other.id, { forgets: true }), true);
      const forgotten = { ...other, content: null, sealedContent: null, isOpen: false };
      deepEqual(await storage.heldWrites.find(plane, other.id), forgotten);
    },
  },
  {
    name: 'held writes: due are those out of time, of a dead key or a leaving connection, and those that have ended',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connection = async (status: 'disconnecting' | 'disconnected' | 'action_required') => {
        const made = sampleConnection(plane, { status, externalAccountId: `of ${status}` });
        await storage.connections.insert(made);
        return made.id;
      };
      const fresh = await arrange(storage, plane, { key: { expiresAt: moment(61) } });
      const waits = await arrange(storage, plane, { connectionId: await connection('action_required') });
      const due = [
        await arrange(storage, plane, { expiresAt: moment(60) }),
        await arrange(storage, plane, { key: { revokedAt: moment(1) } }),
        await arrange(storage, plane, { key: { expiresAt: moment(60) } }),
        await arrange(storage, plane, { connectionId: await connection('disconnecting') }),
        await arrange(storage, plane, { connectionId: await connection('disconnected') }),
      ];
      const ended = await arrange(storage, plane);
      await storage.operations.update(cancel(ended.operation, moment(1)), 'awaiting_approval');
      const approved = await arrange(storage, plane, { expiresAt: moment(60) });
      await storage.operations.update(approve(approved.operation, by, moment(1)), 'awaiting_approval');
      const all = [fresh, waits, ...due, ended, approved];
      deepEqual((await dueOf(storage, moment(60), all)).sort(), idsOf([...due, ended].map(({ held }) => held)).sort());
      await storage.heldWrites.end(plane, ended.held.id, { forgets: false });
      deepEqual((await dueOf(storage, moment(60), all)).sort(), idsOf(due.map(({ held }) => held)).sort());
      const [first] = await storage.heldWrites.listDue(moment(60), 1);
      equal((await storage.heldWrites.listDue(moment(60), 1)).length, 1);
      equal(first !== undefined && 'organizationId' in first && 'environment' in first, true);
    },
  },
  {
    name: 'held writes: a connection’s are those whose operation waits, the oldest first, and counted up to a bound',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id: connectionId } = await arrangeConnection(storage, plane);
      const [late, early, decided] = [
        await arrange(storage, plane, { connectionId, expiresAt: moment(90) }),
        await arrange(storage, plane, { connectionId, expiresAt: moment(80) }),
        await arrange(storage, plane, { connectionId, expiresAt: moment(70) }),
      ];
      await arrange(storage, plane);
      await storage.operations.update(approve(decided.operation, by, moment(1)), 'awaiting_approval');
      deepEqual(idsOf(await storage.heldWrites.listWaiting(connectionId, 9)), [early.held.id, late.held.id]);
      deepEqual(idsOf(await storage.heldWrites.listWaiting(connectionId, 1)), [early.held.id]);
      deepEqual(
        [
          await storage.heldWrites.countWaiting(connectionId, 9),
          await storage.heldWrites.countWaiting(connectionId, 1),
        ],
        [2, 1],
      );
    },
  },
  {
    name: 'held writes: what waits is never claimed, ends by its own moves, and keeps who decided',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { operation } = await arrange(storage, plane);
      deepEqual(await storage.operations.find(plane, operation.id), operation);
      const approved: Operation = approve(operation, { ...by, comment: 'as agreed' }, moment(5));
      equal(await storage.operations.update(approved, 'queued'), false);
      equal(await storage.operations.update(approved, 'awaiting_approval'), true);
      equal(await storage.operations.update(cancel(operation, moment(6)), 'awaiting_approval'), false);
      deepEqual(await storage.operations.find(plane, operation.id), approved);
    },
  },
];

/** What waits for a member, beside the operations that wait. */
export const heldWriteStoreContract: Contract<Subject> = { port: 'HeldWriteStore', clauses };
