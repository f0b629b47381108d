import type { StepSaved } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

export const syncSaboteurs: readonly Saboteur[] = [
  breaks('syncCursors', 'cursors: one for all families', ({ syncCursors }) => ({
    find: (connectionId) => syncCursors.find(connectionId, 'invoices'),
  })),
  breaks('syncCursors', 'cursors: the mark goes back', ({ syncCursors }) => ({
    async put(cursor) {
      await syncCursors.clear(cursor.connectionId);
      await syncCursors.put(cursor);
    },
  })),
  breaks('syncCursors', 'cursors: a mark in the future stays', ({ syncCursors }) => ({
    async put(cursor) {
      const known = await syncCursors.find(cursor.connectionId, cursor.type);
      if (!known || known.highWater <= cursor.highWater) await syncCursors.put(cursor);
    },
  })),
  breaks('syncCursors', 'cursors: forgetting takes the start along', ({ syncCursors }, db) => ({
    async clear(connectionId) {
      await syncCursors.clear(connectionId);
      await db('sync_starts').where({ connection_id: connectionId }).delete();
    },
  })),
  breaks('syncCursors', 'cursors: the last start counts', ({ syncCursors }, db) => ({
    async noteStart(connectionId, at) {
      await db('sync_starts').where({ connection_id: connectionId }).delete();
      await syncCursors.noteStart(connectionId, at);
    },
  })),
  breaks('syncCursors', 'cursors: an activation keeps the families of the one before', ({ syncCursors }, db) => ({
    async begin(connectionId, at) {
      const kept = await db('sync_starts').where({ connection_id: connectionId }).first();
      await syncCursors.begin(connectionId, at);
      await db('sync_starts')
        .where({ connection_id: connectionId })
        .update({ walked: kept?.walked ?? '' });
    },
  })),
  breaks('syncCursors', 'cursors: only the last family counts as walked', ({ syncCursors }, db) => ({
    async noteWalked(connection, type) {
      await db('sync_starts').where({ connection_id: connection.id }).update({ walked: '' });
      await syncCursors.noteWalked(connection, type);
    },
  })),
  breaks('connections', 'connections: a stale copy takes back when it was synced', ({ connections }, db) => ({
    async update(next, from) {
      await db('connections')
        .where({ id: next.id })
        .update({ last_synced_at: next.lastSyncedAt?.getTime() ?? null });
      return connections.update(next, from);
    },
  })),
  breaks('operations', 'coalescing: nothing is ever absorbed', ({ operations }) => ({
    async insertCoalesced(drafts) {
      await operations.insert(drafts);
      return drafts.map(({ id }) => id);
    },
  })),
  breaks('operations', 'coalescing: the subject does not matter', ({ operations }) => ({
    insertCoalesced: (drafts) => operations.insertCoalesced(drafts.map((draft) => ({ ...draft, subject: 'all' }))),
  })),
  breaks('operations', 'coalescing: running ones absorb too', ({ operations }, db) => ({
    async insertCoalesced(drafts) {
      const running = await db('operations').where({ state: 'running', type: 'connection.sync' }).first('id');
      return running && drafts.length === 1 ? [running.id] : operations.insertCoalesced(drafts);
    },
  })),
  breaks('operations', 'coalescing: the one that was queued keeps its time', ({ operations }) => ({
    insertCoalesced: (drafts) =>
      operations.insertCoalesced(drafts.map((draft) => ({ ...draft, nextAttemptAt: new Date(8.64e15) }))),
  })),
  breaks('operations', 'coalescing: an absorbed trace is forgotten', ({ operations }, db) => ({
    async insertCoalesced(drafts) {
      const before = await db('operations').select('id', 'traceparent');
      const doers = await operations.insertCoalesced(drafts);
      for (const { id, traceparent } of before) await db('operations').where({ id }).update({ traceparent });
      return doers;
    },
  })),
  breaks(
    'operations',
    'coalescing: looks first and inserts then',
    ({ operations }, db) => ({
      async insertCoalesced(drafts) {
        const doers = [];
        for (const draft of drafts) {
          const place = { type: draft.type, connection_id: draft.connectionId, subject: draft.subject };
          const plane = { organization_id: draft.organizationId, environment: draft.environment };
          const queued = () => db('operations').where({ ...place, ...plane, state: 'queued', run: 1 });
          const twin = await queued().whereNotNull('coalesce_key').first('id', 'due_at');
          const due = draft.nextAttemptAt?.getTime() ?? 0;
          if (twin) {
            await db('operations')
              .where({ id: twin.id })
              .update({ due_at: Math.min(due, Number(twin.due_at)) });
            doers.push(twin.id);
            continue;
          }
          await operations.insert([draft]);
          await db('operations').where({ id: draft.id }).update({ coalesce_key: draft.id });
          doers.push(draft.id);
        }
        return doers;
      },
    }),
    {
      caughtBy: 'coalescing: of many that insert equals at once, while others claim, one at a time waits',
      postgresOnly: true,
    },
  ),
  breaks('records', 'records: the native form decides what is new', (_, db) => ({
    async unchanged({ connectionId, type }, records) {
      const rows = await db('cached_records').where({ connection_id: connectionId, type });
      const same = records.filter(({ providerId, native }) =>
        rows.some((row) => row.provider_id === providerId && row.native === JSON.stringify(native)),
      );
      return new Set(same.map(({ providerId }) => providerId));
    },
  })),
  breaks('records', 'records: the stamp alone decides what is new', (_, db) => ({
    async unchanged({ connectionId, type }, records) {
      const rows = await db('cached_records').where({ connection_id: connectionId, type });
      const same = records.filter(({ providerId, providerUpdatedAt }) =>
        rows.some((row) => row.provider_id === providerId && +row.provider_updated_at >= +(providerUpdatedAt ?? 0)),
      );
      return new Set(same.map(({ providerId }) => providerId));
    },
  })),
  breaks('records', 'records: what came since is removed too', ({ records }) => ({
    remove: (place, ids) => records.remove(place, ids, new Date(8.64e15)),
  })),
  breaks('records', 'records: what was read since is missed all the same', (_, db) => ({
    async missedSince({ connectionId, type }) {
      const rows = await db('cached_records').where({ connection_id: connectionId, type }).whereNotNull('missed_at');
      return new Map(rows.map((row) => [row.provider_id, new Date(Number(row.missed_at))]));
    },
  })),
  breaks('records', 'records: the last walk that misses one counts', ({ records }) => ({
    async noteMissed(place, ids, at) {
      await records.noteMissed(place, [], at);
      await records.noteMissed(place, ids, at);
    },
  })),
  breaks('records', 'records: what is listed again stays missed', ({ records }) => ({
    async noteMissed(place, ids, at) {
      const before = [...(await records.missedSince(place)).keys()];
      await records.noteMissed(place, [...new Set([...before, ...ids])], at);
    },
  })),
  breaks('familyWalks', 'walks: one that failed forgets the last good one', ({ familyWalks }) => ({
    async note(owner, walks) {
      const known = (await familyWalks.find([owner.id])).get(owner.id) ?? [];
      await familyWalks.clear(owner.id);
      const others = known.filter(({ type }) => walks.every((walk) => walk.type !== type));
      await familyWalks.note(owner, [...others, ...walks]);
    },
  })),
  breaks('familyWalks', 'walks: clearing forgets those of all', ({ familyWalks }, db) => ({
    clear: async () => void (await db('family_walks').delete()),
    find: familyWalks.find,
  })),
  breaks('projections', 'projections: seeding overwrites', ({ projections }) => ({
    seed: (seeds) => projections.put(seeds),
  })),
  breaks('operations', 'operations: the first result of a step stays', ({ operations }, db) => ({
    async saveSteps(saves) {
      const answers: StepSaved[] = [];
      for (const save of saves) {
        const step = { operation_id: save.lease.operationId, name: save.step.name };
        const known = await db('operation_steps').where(step).first();
        answers.push(...(known ? [{ kept: true, cancelRequested: false }] : await operations.saveSteps([save])));
      }
      return answers;
    },
  })),
];
