import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { Lease } from '#core/ports';
import { type OperationRow, operationOf } from '../../adapters/knex/queue/operation-row.ts';
import { claimSaboteurs } from './operation-claim-saboteurs.ts';
import { onceSaboteurs } from './operation-once-saboteurs.ts';
import { queueSaboteurs } from './operation-queue-saboteurs.ts';
import { breaks, counting, type Saboteur } from './saboteur.ts';
import { forged, stepWriteSaboteurs } from './step-write-saboteurs.ts';

const table = 'operations';
const waiting = ['queued', 'retrying'];

function allForged<Held extends { readonly lease: Lease }>(db: Knex, all: readonly Held[]): Promise<Held[]> {
  return Promise.all(all.map(async (one) => ({ ...one, lease: await forged(db, one.lease) })));
}

const fenceSaboteurs: readonly Saboteur[] = [
  breaks('operations', 'routine work is in every list', ({ operations }) => ({
    list: (plane, { excludeRoutine: _, ...filter }, page) => operations.list(plane, filter, page),
  })),
  breaks('operations', 'saveSteps has no fence', ({ operations }, db) => ({
    saveSteps: async (saves) => operations.saveSteps(await allForged(db, saves)),
  })),
  breaks('operations', 'saveSteps keeps the step and asks later', ({ operations }, db) => ({
    async saveSteps(saves) {
      const honest = await operations.saveSteps(saves);
      for (const { lease, step } of saves.filter((_, i) => !honest[i]?.kept)) {
        const times = { started_at: +step.startedAt, finished_at: +step.finishedAt };
        const row = {
          operation_id: lease.operationId,
          organization_id: 'org',
          name: step.name,
          state: step.state,
          result: 'null',
          ...times,
        };
        await db('operation_steps').insert(row);
      }
      return honest;
    },
  })),
  breaks('operations', 'settleAll has no fence', ({ operations }, db) => ({
    settleAll: async (all) => operations.settleAll(await allForged(db, all)),
  })),
  breaks('operations', 'renew has no fence', ({ operations }, db) => ({
    renew: async (leases, until) =>
      operations.renew(await Promise.all(leases.map((lease) => forged(db, lease))), until),
  })),
  breaks('operations', 'renew shortens', ({ operations }, db) => ({
    async renew(leases, until) {
      await db(table).where({ state: 'running' }).update({ lease_expires_at: 0 });
      return operations.renew(leases, until);
    },
  })),
  breaks('operations', 'renew tells nobody to stop', ({ operations }) => ({
    renew: async (leases, until) =>
      (await operations.renew(leases, until)).map((renewed) => ({ ...renewed, cancelRequested: false })),
  })),
  breaks('operations', 'settleAll forgets a request to cancel', ({ operations }, db) => ({
    async settleAll(all) {
      for (const { lease } of all)
        await db(table).where({ id: lease.operationId }).update({ cancel_requested_at: null });
      return operations.settleAll(all);
    },
  })),
  breaks('operations', 'leases lapse early', ({ operations }) => ({
    listLapsed: (now, limit) => operations.listLapsed(new Date(+now + 3_600_000), limit),
  })),
  breaks('operations', 'lapses are counted for ever', ({ operations }, db) => ({
    async saveSteps(saves) {
      const ids = saves.map(({ lease }) => lease.operationId);
      const before = await db(table).whereIn('id', ids);
      const saved = await operations.saveSteps(saves);
      for (const { id, lapses } of before) await db(table).where({ id }).update({ lapses });
      return saved;
    },
  })),
];

export const operationSaboteurs: readonly Saboteur[] = [
  ...stepWriteSaboteurs,
  ...claimSaboteurs,
  ...fenceSaboteurs,
  ...onceSaboteurs,
  ...queueSaboteurs,
  breaks('operations', 'found from any plane', (_, db) => ({
    async find(_plane, id) {
      const row = await db(table).where({ id }).first();
      return row && operationOf(row, []);
    },
  })),
  breaks('operations', 'changed from any state', ({ operations }, db) => ({
    async update(next) {
      const row = await db(table).where({ id: next.id }).first();
      return row ? operations.update(next, row.state) : false;
    },
  })),
  breaks('operations', 'a request to cancel ends the lease', ({ operations }, db) => ({
    async update(next, from) {
      const kept = await operations.update(next, from);
      await db(table)
        .where({ id: next.id })
        .update({ lease_expires_at: next.leaseExpiresAt && +next.leaseExpiresAt });
      return kept;
    },
  })),
  breaks('operations', 'a list forgets the state', ({ operations }) => ({
    list: (plane, { state: _state, ...filter }, page) => operations.list(plane, filter, page),
  })),
  ...(['failed', 'code', 'reason'] as const).map((name) =>
    breaks('operations', `the filter ${name} is ignored`, ({ operations }) => ({
      list: (plane, { [name]: _, ...filter }, page) => operations.list(plane, filter, page),
    })),
  ),
  breaks('operations', 'a page counts what an earlier one has counted', ({ operations }) => ({
    list: (plane, filter, page) => operations.list(plane, filter, counting(page)),
  })),
  breaks('operations', 'a walk skips what has the same time', ({ operations }) => ({
    walk: (plane, filter, after, limit) => operations.walk(plane, filter, after && { ...after, id: '~' }, limit),
  })),
  breaks('operations', 'groups of failures know no bound', ({ operations }) => ({
    groupFailures: (plane, filter) => operations.groupFailures(plane, filter, 10_000),
  })),
  breaks('operations', 'a list has no steps', ({ operations }) => ({
    async list(plane, filter, page) {
      const found = await operations.list(plane, filter, page);
      return { ...found, items: found.items.map((operation) => ({ ...operation, steps: [] })) };
    },
  })),
  breaks('operations', 'unfinished work without bound', ({ operations }) => ({
    lockUnfinished: (plane, scope) => operations.lockUnfinished(plane, scope, 1_000),
  })),
  breaks('operations', 'all of a connection is cancelled, whatever the bound and whoever holds a lease', (_, db) => ({
    async cancelUnfinished(_plane, connectionId, now) {
      const ended = { state: 'cancelled', cancel_requested_at: +now, finished_at: +now, updated_at: +now };
      return db(table)
        .where({ connection_id: connectionId })
        .whereIn('state', [...waiting, 'running'])
        .update({ ...ended, due_at: null, stage: 'ended' });
    },
  })),
  {
    name: 'unfinished work is found but not held',
    caughtBy: 'unfinished work is held until the transaction ends: nobody claims or changes it meanwhile',
    postgresOnly: true,
    stores: ({ operations }, db) => {
      let [read, found]: [() => Promise<unknown[]>, unknown[]] = [async () => [], []];
      return {
        operations: {
          async lockUnfinished({ organizationId, environment }, scope, limit) {
            if (!db.isTransaction) throw new Error('outside');
            const rows = db(table)
              .where({ organization_id: organizationId, environment })
              .where({ ...scope })
              .whereIn('state', [...waiting, 'running'])
              .orderBy('id')
              .limit(limit);
            found = await rows;
            read = async () => rows.clone();
            return found.map((row) => operationOf(row as OperationRow, []));
          },
          async update(operation, state) {
            // Whoever would have waited for the lock gets the time to change something.
            for (let n = 0; n < 500 && isDeepStrictEqual(await read(), found); n++) await wait(10);
            return operations.update(operation, state);
          },
        },
      };
    },
  },
  breaks(
    'operations',
    'one that is locked is found but not held',
    ({ operations }, db) => ({
      async lock(plane, id) {
        if (!db.isTransaction) throw new Error('outside');
        return operations.find(plane, id);
      },
    }),
    { caughtBy: 'one that is locked stays as it was read until the transaction ends', postgresOnly: true },
  ),
];
