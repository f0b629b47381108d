import type { Knex } from 'knex';
import type { Lease } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

/** The lease as it would be if its holder had claimed last. */
export async function forged(db: Knex, lease: Lease): Promise<Lease> {
  const row = await db('operations').where({ id: lease.operationId }).first();
  return { ...lease, token: row?.lease_token ?? lease.token };
}

export const stepWriteSaboteurs: readonly Saboteur[] = [
  breaks('operations', 'saveWrite has no fence', ({ operations }, db) => ({
    saveWrite: async (lease, step, write) => operations.saveWrite(await forged(db, lease), step, write),
  })),
  breaks('operations', 'a step that is begun counts as one that has succeeded', ({ operations }, db) => ({
    async saveWrite(lease, step, write) {
      const isKept = await operations.saveWrite(lease, step, write);
      await db('operation_steps').where({ state: 'begun' }).update({ state: 'succeeded' });
      return isKept;
    },
  })),
  breaks('operations', 'a step that has ended forgets its write', ({ operations }, db) => ({
    async saveSteps(saves) {
      const kept = await operations.saveSteps(saves);
      for (const { lease, step } of saves) {
        const row = { operation_id: lease.operationId, name: step.name };
        await db('operation_steps').where(row).update({ attempt_prepared: null, attempt_first_sent_at: null });
      }
      return kept;
    },
  })),
  breaks('operations', 'the keys of a step’s write are lost', ({ operations }) => ({
    saveWrite: (lease, step, write) =>
      operations.saveWrite(lease, step, { ...write, attempt: write.attempt && { ...write.attempt, keys: null } }),
  })),
  breaks('operations', 'refusals of a write are not counted', ({ operations }) => ({
    saveWrite: (lease, step, write) => operations.saveWrite(lease, step, { ...write, refusals: 0 }),
  })),
];
