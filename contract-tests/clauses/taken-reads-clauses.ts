import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  type AppKey,
  type Connection,
  type Operation,
  operationStates,
  type ReadsToTake,
  type Storage,
  unfinishedReadsMost,
} from '#core';
import { arrangeConnection, arrangePlane } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation } from '../samples.ts';

interface News {
  readonly app: AppKey;
  readonly identity: string;
  readonly operation: Operation;
}

function readFor(app: AppKey, { organizationId, environment, id }: Connection, identity: string): News {
  const own = { type: 'notification.process', connectionId: id, subject: identity } as const;
  return { app, identity, operation: sampleOperation({ organizationId, environment }, own) };
}
const idOf = ({ operation }: News) => operation.id;

async function queuedOf(storage: Storage, connection: Connection): Promise<readonly string[]> {
  const { items } = await storage.operations.list(connection, { connectionId: connection.id }, { limit: 100, page: 1 });
  return items.map(({ id }) => id).sort();
}

/** An app whose cursor stands at 1, and a connection of another plane. */
async function arrangeApp(storage: Storage): Promise<{ readonly app: AppKey; readonly connection: Connection }> {
  const app = sampleId('app');
  await storage.notifications.moveCursor(app, 1, 1, moment());
  return { app, connection: await arrangeConnection(storage, await arrangePlane(storage)) };
}

/** What most batches come to, for several apps at once. */
export const takenReadsClauses: readonly Clause<Storage>[] = [
  {
    name: 'reads of new notifications are queued, of known ones not, and the cursors stand where they were moved',
    async check(storage) {
      const [mine, other] = [await arrangeApp(storage), await arrangeApp(storage)];
      await storage.notifications.takeNew(mine.app, ['b'], moment());
      const news = ['c', 'b', 'a'].map((identity) => readFor(mine.app, mine.connection, identity));
      const foreign = readFor(other.app, other.connection, 'b');
      const cursors = [
        { app: other.app, before: 1, last: 9 },
        { app: mine.app, before: 1, last: 3 },
      ];
      const known = await storage.notifications.takeReads({ cursors, news: [...news, foreign], at: moment() });
      deepEqual([...(known ?? [])], news.slice(1, 2).map(idOf));
      deepEqual(
        await queuedOf(storage, mine.connection),
        [news[0], news[2]].flatMap((one) => one?.operation.id ?? []).sort(),
      );
      deepEqual(await storage.operations.find(other.connection, foreign.operation.id), foreign.operation);
      equal(await storage.notifications.moveCursor(mine.app, 4, 4, moment()), 'next');
      equal(await storage.notifications.moveCursor(other.app, 10, 10, moment()), 'next');
      deepEqual(await storage.notifications.takeNew(mine.app, ['b', 'c', 'd'], moment()), ['d']);
    },
  },
  {
    name: 'nothing is taken when one of the cursors is elsewhere or nowhere; without cursors all is',
    async check(storage) {
      const { app, connection } = await arrangeApp(storage);
      const news = [readFor(app, connection, 'a')];
      const good = { app, before: 1, last: 2 };
      for (const bad of [
        { app: (await arrangeApp(storage)).app, before: 2, last: 3 },
        { app: sampleId('app'), before: 1, last: 2 },
      ]) {
        equal(await storage.notifications.takeReads({ cursors: [good, bad], news, at: moment() }), undefined);
      }
      deepEqual(await queuedOf(storage, connection), []);
      deepEqual(await storage.notifications.takeReads({ cursors: [], news, at: moment() }), new Set());
      deepEqual(await queuedOf(storage, connection), news.map(idOf));
      deepEqual(await storage.notifications.takeReads({ cursors: [good], news: [], at: moment() }), new Set());
      equal(await storage.notifications.moveCursor(app, 3, 3, moment()), 'next');
    },
  },
  {
    name: 'of many that take at once from one place, one does; in a transaction that fails, none',
    async check(storage) {
      const { app, connection } = await arrangeApp(storage);
      const cursors = [{ app, before: 1, last: 2 }];
      const reads = (identity: string): ReadsToTake => ({
        ...{ cursors, at: moment() },
        news: [readFor(app, connection, identity)],
      });
      const failed = storage.transaction(async ({ notifications }) => {
        deepEqual(await notifications.takeReads(reads('lost')), new Set());
        throw new Error('no');
      });
      await failed.catch(() => {});
      deepEqual(await queuedOf(storage, connection), []);
      await warm(storage);
      const taken = await atOnce(8, (i) => storage.notifications.takeReads(reads(`identity ${i}`)));
      equal(taken.filter((known) => known !== undefined).length, 1);
      equal((await queuedOf(storage, connection)).length, 1);
    },
  },
  {
    name: 'the standing of each place: who has the tenant through this app, and how far the app is',
    async check(storage) {
      const { app, connection } = await arrangeApp(storage);
      const tenantId = connection.providerTenantId;
      const gone = await arrangeConnection(storage, connection, { status: 'disconnected' });
      const places = [
        { app, tenantId },
        { app: 'hosted', tenantId },
        { app: 'hosted', tenantId: gone.providerTenantId },
        { app, tenantId: null },
        { app: sampleId('app'), tenantId: 'nobody' },
      ] as const;
      await storage.notifications.moveCursor('hosted', 40, 41, moment());
      deepEqual(await storage.notifications.standing(places), [
        { owner: undefined, unfinishedReads: 0, cursor: 1 },
        { owner: connection, unfinishedReads: 0, cursor: 41 },
        { owner: undefined, unfinishedReads: 0, cursor: 41 },
        { owner: undefined, unfinishedReads: 0, cursor: 1 },
        { owner: undefined, unfinishedReads: 0, cursor: null },
      ]);
      deepEqual(await storage.notifications.standing([]), []);
    },
  },
  {
    name: 'the standing counts the owner’s unfinished reads among its newest unfinished operations, and no more',
    async check(storage) {
      const { connection } = await arrangeApp(storage);
      const other = await arrangeConnection(storage, connection);
      const place = { app: 'hosted', tenantId: connection.providerTenantId } as const;
      const reads = async () => (await storage.notifications.standing([place]))[0]?.unfinishedReads;
      const own = { connectionId: connection.id, type: 'notification.process' } as const;
      const others = { connectionId: connection.id, type: 'connection.sync' } as const;
      const many = (count: number, given: Partial<Operation>) =>
        storage.operations.insert(Array.from({ length: count }, () => sampleOperation(connection, given)));
      await storage.operations.insert([
        ...operationStates.map((state) => sampleOperation(connection, { ...own, state })),
        sampleOperation(connection, others),
        sampleOperation(connection, { ...own, connectionId: other.id }),
      ]);
      equal(await reads(), 3);
      await many(unfinishedReadsMost, own);
      ok(Number(await reads()) >= unfinishedReadsMost);
      await many(1_000, others);
      equal(await reads(), 0);
    },
  },
];
