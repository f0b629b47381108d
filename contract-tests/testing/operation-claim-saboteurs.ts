import { operationOf } from '../../adapters/knex/queue/operation-row.ts';
import type { Saboteur } from './saboteur.ts';

const table = 'operations';
const waiting = ['queued', 'retrying'];

export const claimSaboteurs: readonly Saboteur[] = [
  {
    name: 'a claim ignores leases',
    stores: ({ operations }, db) => ({
      operations: {
        async claimDue(claim) {
          await db(table).where({ state: 'running' }).update({ state: 'queued' });
          return operations.claimDue(claim);
        },
      },
    }),
  },
  {
    name: 'a claim looks, then takes',
    stores: ({ operations }, db) => ({
      operations: {
        async claimDue(claim) {
          const seen = await db(table).whereIn('state', waiting).orderBy('due_at').limit(claim.limit);
          await operations.claimDue(claim);
          return seen.map((row) => ({
            operation: operationOf({ ...row, state: 'running' }, []),
            lease: {
              operationId: row.id,
              token: row.lease_token + 1,
              claimedAt: claim.now,
              expiresAt: claim.leaseUntil,
            },
          }));
        },
      },
    }),
  },
  {
    name: 'a claim takes what is not due',
    stores: ({ operations }, db) => ({
      operations: {
        async claimDue(claim) {
          await db(table).whereIn('state', waiting).update({ due_at: +claim.now });
          return operations.claimDue(claim);
        },
      },
    }),
  },
  {
    name: 'the newest due comes first',
    stores: ({ operations }) => ({
      operations: { claimDue: async (claim) => [...(await operations.claimDue(claim))].reverse() },
    }),
  },
  {
    name: 'every lease has the same token',
    stores: ({ operations }, db) => ({
      operations: {
        async claimDue(claim) {
          await db(table).whereIn('state', waiting).update({ lease_token: 0 });
          return operations.claimDue(claim);
        },
      },
    }),
  },
  {
    name: 'the next due time skips what is overdue',
    stores: ({ operations }, db) => ({
      operations: {
        async nextDueAt() {
          const row = await db(table).whereIn('state', waiting).orderBy('due_at', 'desc').first();
          return row ? new Date(row.due_at) : operations.nextDueAt();
        },
      },
    }),
  },
  {
    name: 'the depth of the queue counts what is not due yet',
    stores: ({ operations }) => ({
      operations: { depth: (now) => operations.depth(new Date(now.getTime() + 1000)) },
    }),
  },
  {
    name: 'the depth of the queue counts only what a claim has seen',
    stores: ({ operations }) => ({ operations: { depth: () => operations.depth(new Date(0)) } }),
  },
  {
    name: 'unfinished operations are counted without a bound',
    stores: ({ operations }) => ({
      operations: { countUnfinished: (organizationId) => operations.countUnfinished(organizationId, 1_000_000) },
    }),
  },
  {
    name: 'only what waits counts as unfinished',
    stores: (_, db) => ({
      operations: {
        countUnfinished: async (organizationId) => {
          const [row] = await db('operations')
            .where({ organization_id: organizationId })
            .whereIn('state', ['queued', 'retrying'])
            .count('* as n');
          return Number(row?.['n'] ?? 0);
        },
      },
    }),
  },
];
