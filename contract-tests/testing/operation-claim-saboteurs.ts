import { operationOf } from '../../adapters/knex/queue/operation-row.ts';
import { breaks, type Saboteur } from './saboteur.ts';

const table = 'operations';
const waiting = ['queued', 'retrying'];

export const claimSaboteurs: readonly Saboteur[] = [
  breaks('operations', 'a claim ignores leases', ({ operations }, db) => ({
    async claimDue(claim) {
      await db(table).where({ state: 'running' }).update({ state: 'queued' });
      return operations.claimDue(claim);
    },
  })),
  breaks('operations', 'a claim looks, then takes', ({ operations }, db) => ({
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
  })),
  breaks('operations', 'a claim takes what is not due', ({ operations }, db) => ({
    async claimDue(claim) {
      await db(table).whereIn('state', waiting).update({ due_at: +claim.now });
      return operations.claimDue(claim);
    },
  })),
  breaks('operations', 'the newest due comes first', ({ operations }) => ({
    claimDue: async (claim) => [...(await operations.claimDue(claim))].reverse(),
  })),
  breaks('operations', 'every lease has the same token', ({ operations }, db) => ({
    async claimDue(claim) {
      await db(table).whereIn('state', waiting).update({ lease_token: 0 });
      return operations.claimDue(claim);
    },
  })),
  breaks('operations', 'the next due time skips what is overdue', ({ operations }, db) => ({
    async nextDueAt() {
      const row = await db(table).whereIn('state', waiting).orderBy('due_at', 'desc').first();
      return row ? new Date(row.due_at) : operations.nextDueAt();
    },
  })),
  breaks('operations', 'the depth of the queue counts what is not due yet', ({ operations }) => ({
    depth: (now) => operations.depth(new Date(now.getTime() + 1000)),
  })),
  breaks('operations', 'the depth of the queue counts only what a claim has seen', ({ operations }) => ({
    depth: () => operations.depth(new Date(0)),
  })),
  breaks('operations', 'unfinished operations are counted without a bound', ({ operations }) => ({
    countUnfinished: (organizationId) => operations.countUnfinished(organizationId, 1_000_000),
  })),
  breaks('operations', 'only what waits counts as unfinished', (_, db) => ({
    countUnfinished: async (organizationId) => {
      const [row] = await db('operations')
        .where({ organization_id: organizationId })
        .whereIn('state', ['queued', 'retrying'])
        .count('* as n');
      return Number(row?.['n'] ?? 0);
    },
  })),
];
