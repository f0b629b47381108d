import type { StepSaved } from '#core/ports';
import type { Saboteur } from './saboteur.ts';

export const syncSaboteurs: readonly Saboteur[] = [
  {
    name: 'cursors: one for all families',
    stores: ({ syncCursors }) => ({
      syncCursors: { find: (connectionId) => syncCursors.find(connectionId, 'invoices') },
    }),
  },
  {
    name: 'cursors: the mark goes back',
    stores: ({ syncCursors }) => ({
      syncCursors: {
        async put(cursor) {
          await syncCursors.clear(cursor.connectionId);
          await syncCursors.put(cursor);
        },
      },
    }),
  },
  {
    name: 'cursors: a mark in the future stays',
    stores: ({ syncCursors }) => ({
      syncCursors: {
        async put(cursor) {
          const known = await syncCursors.find(cursor.connectionId, cursor.type);
          if (!known || known.highWater <= cursor.highWater) await syncCursors.put(cursor);
        },
      },
    }),
  },
  {
    name: 'cursors: forgetting takes the start along',
    stores: ({ syncCursors }, db) => ({
      syncCursors: {
        async clear(connectionId) {
          await syncCursors.clear(connectionId);
          await db('sync_starts').where({ connection_id: connectionId }).delete();
        },
      },
    }),
  },
  {
    name: 'cursors: the last start counts',
    stores: ({ syncCursors }, db) => ({
      syncCursors: {
        async noteStart(connectionId, at) {
          await db('sync_starts').where({ connection_id: connectionId }).delete();
          await syncCursors.noteStart(connectionId, at);
        },
      },
    }),
  },
  {
    name: 'connections: a stale copy takes back when it was synced',
    stores: ({ connections }, db) => ({
      connections: {
        async update(next, from) {
          await db('connections')
            .where({ id: next.id })
            .update({ last_synced_at: next.lastSyncedAt?.getTime() ?? null });
          return connections.update(next, from);
        },
      },
    }),
  },
  {
    name: 'coalescing: nothing is ever absorbed',
    stores: ({ operations }) => ({
      operations: {
        async insertCoalesced(drafts) {
          await operations.insert(drafts);
          return drafts.map(({ id }) => id);
        },
      },
    }),
  },
  {
    name: 'coalescing: the subject does not matter',
    stores: ({ operations }) => ({
      operations: {
        insertCoalesced: (drafts) => operations.insertCoalesced(drafts.map((draft) => ({ ...draft, subject: 'all' }))),
      },
    }),
  },
  {
    name: 'coalescing: running ones absorb too',
    stores: ({ operations }, db) => ({
      operations: {
        async insertCoalesced(drafts) {
          const running = await db('operations').where({ state: 'running', type: 'connection.sync' }).first('id');
          return running && drafts.length === 1 ? [running.id] : operations.insertCoalesced(drafts);
        },
      },
    }),
  },
  {
    name: 'coalescing: the one that was queued keeps its time',
    stores: ({ operations }) => ({
      operations: {
        insertCoalesced: (drafts) =>
          operations.insertCoalesced(drafts.map((draft) => ({ ...draft, nextAttemptAt: new Date(8.64e15) }))),
      },
    }),
  },
  {
    name: 'coalescing: an absorbed trace is forgotten',
    stores: ({ operations }, db) => ({
      operations: {
        async insertCoalesced(drafts) {
          const before = await db('operations').select('id', 'traceparent');
          const doers = await operations.insertCoalesced(drafts);
          for (const { id, traceparent } of before) await db('operations').where({ id }).update({ traceparent });
          return doers;
        },
      },
    }),
  },
  {
    name: 'coalescing: looks first and inserts then',
    caughtBy: 'coalescing: of many that insert equals at once, while others claim, one at a time waits',
    postgresOnly: true,
    stores: ({ operations }, db) => ({
      operations: {
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
      },
    }),
  },
  {
    name: 'records: the native form decides what is new',
    stores: (_, db) => ({
      records: {
        async unchanged({ connectionId, type }, records) {
          const rows = await db('cached_records').where({ connection_id: connectionId, type });
          const same = records.filter(({ providerId, native }) =>
            rows.some((row) => row.provider_id === providerId && row.native === JSON.stringify(native)),
          );
          return new Set(same.map(({ providerId }) => providerId));
        },
      },
    }),
  },
  {
    name: 'records: the stamp alone decides what is new',
    stores: (_, db) => ({
      records: {
        async unchanged({ connectionId, type }, records) {
          const rows = await db('cached_records').where({ connection_id: connectionId, type });
          const same = records.filter(({ providerId, providerUpdatedAt }) =>
            rows.some((row) => row.provider_id === providerId && +row.provider_updated_at >= +(providerUpdatedAt ?? 0)),
          );
          return new Set(same.map(({ providerId }) => providerId));
        },
      },
    }),
  },
  {
    name: 'records: what came since is removed too',
    stores: ({ records }) => ({
      records: { remove: (place, ids) => records.remove(place, ids, new Date(8.64e15)) },
    }),
  },
  {
    name: 'projections: seeding overwrites',
    stores: ({ projections }) => ({
      projections: {
        seed: (seeds) => projections.put(seeds),
      },
    }),
  },
  {
    name: 'operations: the first result of a step stays',
    stores: ({ operations }, db) => ({
      operations: {
        async saveSteps(saves) {
          const answers: StepSaved[] = [];
          for (const save of saves) {
            const step = { operation_id: save.lease.operationId, name: save.step.name };
            const known = await db('operation_steps').where(step).first();
            answers.push(...(known ? [{ kept: true, cancelRequested: false }] : await operations.saveSteps([save])));
          }
          return answers;
        },
      },
    }),
  },
];
