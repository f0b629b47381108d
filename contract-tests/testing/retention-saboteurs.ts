import type { Knex } from 'knex';
import type { PurgeCut, PurgedBatch, PurgeTarget, RetentionStore } from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

type Forget = RetentionStore['forget'];
type Instead = (cut: PurgeCut, db: Knex) => Promise<PurgedBatch>;

/** Purges one kind of thing in a way of its own. */
const spoiled = (name: string, target: PurgeTarget, instead: Instead): Saboteur => ({
  name: `${target}: ${name}`,
  stores: ({ retention }, db) => ({
    retention: { purge: (asked, cut) => (asked === target ? instead(cut, db) : retention.purge(asked, cut)) },
  }),
});

const everywhere = (name: string, change: (purge: RetentionStore['purge']) => RetentionStore['purge']): Saboteur => ({
  name,
  stores: ({ retention }) => ({ retention: { purge: change(retention.purge) } }),
});

const forgetting = (name: string, change: (forget: Forget, db: Knex) => Forget): Saboteur => ({
  name: `forget: ${name}`,
  stores: ({ retention }, db) => ({ retention: { forget: change(retention.forget, db) } }),
});

const removedAll = (removed: number): PurgedBatch => ({ removed, isLast: true });
const older = (db: Knex, table: string, age: string, { before }: PurgeCut) => db(table).where(age, '<', +before);

export const retentionSaboteurs: readonly Saboteur[] = [
  everywhere(
    'what is as old as the boundary goes too',
    (purge) => (target, cut) => purge(target, { ...cut, before: new Date(+cut.before + 1) }),
  ),
  everywhere('nothing goes', () => async () => removedAll(0)),
  everywhere('batches have no bound', (purge) => (target, cut) => purge(target, { ...cut, limit: 10_000 })),
  everywhere('every batch says that it is the last', (purge) => async (target, cut) => ({
    ...(await purge(target, cut)),
    isLast: true,
  })),
  spoiled('unfinished ones go by their age', 'operations', async (cut, db) =>
    removedAll(await older(db, 'operations', 'created_at', cut).whereNot('type', 'webhook.deliver').delete()),
  ),
  spoiled('an earlier end counts when it runs again', 'operations', async (cut, db) =>
    removedAll(
      await older(db, 'operations', 'created_at', cut)
        .whereNot('type', 'webhook.deliver')
        .where((ended) => ended.whereNotNull('finished_at').orWhere('run', '>', 1))
        .delete(),
    ),
  ),
  spoiled('deliveries go with them', 'operations', async (cut, db) =>
    removedAll(await older(db, 'operations', 'finished_at', cut).delete()),
  ),
  spoiled('what hangs on them is not counted', 'operations', async (cut, db) => {
    const ids = await older(db, 'operations', 'finished_at', cut)
      .whereNot('type', 'webhook.deliver')
      .orderBy('finished_at')
      .limit(cut.limit)
      .pluck('id');
    const removed = await db('operations').whereIn('id', ids).delete();
    return { removed, isLast: removed < cut.limit };
  }),
  spoiled('the operation stays behind', 'deliveries', async (cut, db) => {
    const ended = db('operations').select('id').whereNotNull('finished_at').where('finished_at', '<', +cut.before);
    return removedAll(await db('deliveries').whereIn('operation_id', ended).limit(cut.limit).delete());
  }),
  spoiled('the attempt goes with what was answered', 'excerpts', async (cut, db) =>
    removedAll(await older(db, 'delivery_attempts', 'at', cut).delete()),
  ),
  spoiled('what has nothing to clear is cleared again', 'excerpts', async (cut, db) =>
    removedAll(await older(db, 'delivery_attempts', 'at', cut).update({ response_excerpt: null })),
  ),
  spoiled('one that is on its way goes', 'events', async (cut, db) =>
    removedAll(await older(db, 'events', 'created_at', cut).delete()),
  ),
  spoiled('the sequence begins anew', 'events', async (cut, db) => {
    const unsent = older(db, 'events', 'created_at', cut).whereNotIn('id', db('deliveries').select('event_id'));
    const removed = await unsent.delete();
    await db('event_sequences').update({ last: 0 });
    return removedAll(removed);
  }),
  spoiled('one that waits for a choice goes', 'connect_sessions', async (cut, db) =>
    removedAll(await older(db, 'connect_sessions', 'expires_at', cut).delete()),
  ),
  forgetting('nothing goes', () => async () => ({ removed: 0, next: null })),
  forgetting('batches have no bound', (forget) => (part, id, cut) => forget(part, id, { ...cut, limit: 10_000 })),
  forgetting('what is on its way goes at once', (forget) => (part, id, cut) => {
    return forget(part, id, { ...cut, sparesUnderWay: false });
  }),
  forgetting('keys that a request holds go', (forget) => (part, id, cut) => {
    return forget(part, id, { ...cut, now: new Date(+cut.now + 9_000_000) });
  }),
  forgetting('unfinished operations go', (forget, db) => async (part, id, cut) => {
    if (part === 'operations') await db('operations').where({ connection_id: id }).update({ input: '{"purged":true}' });
    return forget(part, id, cut);
  }),
  forgetting('the rows go with the documents', (forget, db) => async (part, id, cut) => {
    if (part === 'events') await db('events').where({ connection_id: id }).delete();
    return forget(part, id, cut);
  }),
  forgetting('of all connections', (forget, db) => async (part, id, cut) => {
    if (part === 'records') await db('cached_records').delete();
    return forget(part, id, cut);
  }),
  breaks('retention', 'scrub: never ends', () => ({ scrub: async () => 'busy' })),
  spoiled('one that is at work goes', 'schedule_ticks', async (cut, db) =>
    removedAll(await older(db, 'schedule_ticks', 'tick_at', cut).delete()),
  ),
];
