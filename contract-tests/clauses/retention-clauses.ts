import { deepEqual, equal, ok } from 'node:assert/strict';
import { type PurgeTarget, purgeTargets, replay, type Storage, terminalStates } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { agedThings, endedDelivery, endedOperation, type Probe, unfinishedStates } from '../retention-world.ts';
import { moment, sampleConnectSession, sampleEvent, sampleId } from '../samples.ts';

const before = moment(1_000);
const cut = { before, limit: 100 };
const justOlder = new Date(before.getTime() - 1);

export const retentionClauses: readonly Clause<Storage>[] = [
  ...purgeTargets.map(
    (target): Clause<Storage> => ({
      name: `${target}: what is older goes, of every plane; what is not stays, and so does everything else`,
      async check(storage) {
        const plane = await arrangePlane(storage);
        const old: Probe[] = [];
        for (const owner of [plane, ...(await arrangeStrangers(storage, plane))]) {
          old.push(await agedThings[target](storage, owner, justOlder));
        }
        const kept: [PurgeTarget, Probe][] = [[target, await agedThings[target](storage, plane, before)]];
        for (const other of purgeTargets.filter((name) => name !== target)) {
          kept.push([other, await agedThings[other](storage, plane, justOlder)]);
        }
        const { isLast } = await storage.retention.purge(target, cut);
        equal(isLast, true);
        for (const probe of old) equal(await probe(), false);
        for (const [name, probe] of kept) equal(await probe(), true, name);
      },
    }),
  ),
  {
    name: 'operations: ended in any way goes with its steps; unfinished ones stay, however old',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const ended = terminalStates.map((state) => endedOperation(plane, justOlder, { state }));
      const live = unfinishedStates.map((state) =>
        endedOperation(plane, moment(-9_000_000), { state, finishedAt: null, nextAttemptAt: moment() }),
      );
      await storage.operations.insert([...ended, ...live]);
      deepEqual(await storage.retention.purge('operations', cut), { removed: 8, isLast: true });
      for (const { id } of ended) equal(await storage.operations.find(plane, id), undefined);
      for (const { id, steps } of live) deepEqual((await storage.operations.find(plane, id))?.steps, steps);
    },
  },
  {
    name: 'operations: one that runs again is unfinished, and counts from its last end',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const failed = endedOperation(plane, moment(-9_000_000), { state: 'failed' });
      await storage.operations.insert([failed]);
      const again = replay(failed, { actor: 'key', reason: 'r' }, moment(500));
      equal(await storage.operations.update(again, 'failed'), true);
      equal((await storage.retention.purge('operations', cut)).removed, 0);
      const done = { ...again, state: 'cancelled', nextAttemptAt: null, finishedAt: before } as const;
      equal(await storage.operations.update(done, 'queued'), true);
      equal((await storage.retention.purge('operations', cut)).removed, 0);
      equal((await storage.retention.purge('operations', { ...cut, before: moment(1_001) })).removed, 2);
    },
  },
  {
    name: 'deliveries: an unfinished one stays with its attempts and what was answered is all that goes of it',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const live = { state: 'retrying', finishedAt: null, nextAttemptAt: moment() } as const;
      const { draft, operation } = await endedDelivery(storage, plane, justOlder, live);
      equal((await storage.retention.purge('deliveries', cut)).removed, 0);
      const found = await storage.deliveries.find(plane, draft.id);
      equal(found?.attempts[0]?.responseExcerpt, 'no');
      equal((await storage.retention.purge('excerpts', cut)).removed, 1);
      equal((await storage.retention.purge('excerpts', cut)).removed, 0);
      const cleared = found?.attempts.map((attempt) => ({ ...attempt, responseExcerpt: null }));
      deepEqual((await storage.deliveries.find(plane, draft.id))?.attempts, cleared);
      ok(await storage.operations.find(plane, operation.id));
    },
  },
  {
    name: 'events: one whose delivery is on its way stays until that has ended',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id: connectionId } = await arrangeConnection(storage, plane);
      const eventIds: ReturnType<typeof sampleId<'evt'>>[] = [];
      for (const state of unfinishedStates) {
        const draft = sampleEvent(plane, connectionId, { createdAt: justOlder });
        eventIds.push(draft.id);
        await storage.transaction(({ events }) => events.append([draft]));
        const live = { state, finishedAt: null, nextAttemptAt: moment() };
        await endedDelivery(storage, plane, justOlder, live, { eventId: draft.id });
        await endedDelivery(storage, plane, justOlder, {}, { eventId: draft.id });
      }
      deepEqual(await storage.retention.purge('events', cut), { removed: 0, isLast: true });
      const waiting = await storage.operations.list(plane, { state: 'queued' }, { limit: 9, page: 1 });
      for (const one of waiting.items) {
        const ended = { ...one, state: 'cancelled', nextAttemptAt: null, finishedAt: before } as const;
        await storage.operations.update(ended, 'queued');
      }
      equal((await storage.retention.purge('events', cut)).removed, 1);
      const kept = await Promise.all(eventIds.map((id) => storage.events.find(plane, id)));
      deepEqual(
        kept.map((event) => event !== undefined),
        [false, true, true],
      );
    },
  },
  {
    name: 'events: the sequence goes on where it was, and an identity that is kept stays known',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connectionId = sampleId('conn');
      const append = (draft: ReturnType<typeof sampleEvent>) =>
        storage.transaction(async ({ events }) => (await events.append([draft]))[0]);
      const old = sampleEvent(plane, connectionId, { createdAt: justOlder });
      const kept = sampleEvent(plane, connectionId, { createdAt: before });
      for (const draft of [old, kept]) await append(draft);
      equal((await storage.retention.purge('events', cut)).removed, 1);
      equal(await append({ ...kept, id: sampleId('evt') }), undefined);
      equal((await append({ ...old, id: sampleId('evt') }))?.sequence, 3);
    },
  },
  {
    name: 'connect_sessions, schedule_ticks: one that waits for a choice and a tick that is at work stay',
    async check(storage) {
      const session = sampleConnectSession(await arrangePlane(storage), { state: 'choosing', expiresAt: justOlder });
      await storage.connectSessions.insert(session);
      const tick = { schedule: 'hourly', at: justOlder };
      const taking = { firedAt: justOlder, heldUntil: justOlder };
      const held = await storage.schedules.take(tick, taking);
      ok(held);
      equal((await storage.retention.purge('connect_sessions', cut)).removed, 0);
      equal((await storage.retention.purge('schedule_ticks', cut)).removed, 0);
      ok(await storage.connectSessions.findByTokenDigest(session.tokenDigest));
      equal(await storage.schedules.advance(held, null), true);
    },
  },
  {
    name: 'usage: an event that is not in its day is not removed, however old',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const used = { meter: 'write', connectionId: sampleId('conn'), quantity: 1, at: moment() } as const;
      await storage.usage.insert([{ ...plane, ...used, id: sampleId('req') }]);
      const purged = async () =>
        (await storage.retention.purge('usage_events', { before: moment(9), limit: 100 })).removed;
      equal(await purged(), 0);
      equal(await storage.usage.rollUp(500, moment(60)), 1);
      equal(await purged(), 1);
      const days = { from: '2025-01-01', to: '2026-12-31', groupBy: 'meter' } as const;
      const { items } = await storage.usage.read(plane, days, { limit: 9, page: 1 });
      deepEqual(
        items.map(({ quantity }) => quantity),
        [1],
      );
    },
  },
];
