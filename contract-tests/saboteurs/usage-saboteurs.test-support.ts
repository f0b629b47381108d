import type { Knex } from 'knex';
import type { Saboteur } from './saboteur.test-support.ts';

const open = (db: Knex) => db('usage_events').whereNull('rolled_at');

export const usageSaboteurs: readonly Saboteur[] = [
  {
    name: 'an event that comes again counts again',
    stores: ({ usage }) => ({
      usage: {
        insert: (events) => usage.insert(events.map((event) => ({ ...event, id: `${event.id}${Math.random()}` }))),
      },
    }),
  },
  {
    name: 'one id has one meter',
    stores: ({ usage }, db) => ({
      usage: {
        async insert(events) {
          for (const event of events) {
            if (!(await db('usage_events').where({ request_id: event.id }).first())) await usage.insert([event]);
          }
        },
      },
    }),
  },
  {
    name: 'events are forgotten when they are in their day',
    stores: ({ usage }, db) => ({
      usage: {
        async rollUp(limit, now) {
          const added = await usage.rollUp(limit, now);
          await db('usage_events').whereNotNull('rolled_at').delete();
          return added;
        },
      },
    }),
  },
  {
    name: 'a day is overwritten',
    stores: ({ usage }, db) => ({
      usage: {
        async rollUp(limit, now) {
          await db('usage_days').delete();
          return usage.rollUp(limit, now);
        },
      },
    }),
  },
  {
    name: 'events are marked before their transaction is through',
    caughtBy: 'many that roll up at once, beside those that insert and look, count each event once',
    postgresOnly: true,
    stores: ({ usage }, db) => ({
      usage: {
        async rollUp(limit, now) {
          const seen = await open(db).limit(limit);
          await db.raw('select pg_sleep(0.02)');
          for (const { request_id } of seen) await db('usage_events').where({ request_id }).update({ rolled_at: null });
          return usage.rollUp(limit, now);
        },
      },
    }),
  },
  {
    name: 'only whole days are shown',
    stores: ({ usage }, db) => ({
      usage: {
        async read(plane, question, page) {
          const waiting = await open(db);
          if (waiting.length > 0) return { items: [], total: 0, hasMore: false, next: null };
          return usage.read(plane, question, page);
        },
      },
    }),
  },
  {
    name: 'a batch has no bound',
    stores: ({ usage }) => ({ usage: { rollUp: (_limit, now) => usage.rollUp(10_000, now) } }),
  },
  {
    name: 'the last day of a period is left out',
    stores: ({ usage }) => ({
      usage: {
        read: (plane, question, page) => usage.read(plane, { ...question, to: `${question.to.slice(0, 9)}0` }, page),
      },
    }),
  },
  {
    name: 'all environments are one',
    stores: ({ usage }) => ({
      usage: {
        insert: (events) => usage.insert(events.map((event) => ({ ...event, environment: 'test' }))),
        read: (plane, question, page) => usage.read({ ...plane, environment: 'test' }, question, page),
      },
    }),
  },
  {
    name: 'an old event goes before it is in its day',
    stores: ({ retention }, db) => ({
      retention: {
        async purge(target, cut) {
          if (target !== 'usage_events') return retention.purge(target, cut);
          return { removed: await db('usage_events').where('at', '<', +cut.before).delete(), next: null };
        },
      },
    }),
  },
];
