import type { Knex } from 'knex';
import type { Saboteur } from './saboteur.ts';

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
    name: 'what was added to its day is open once more',
    stores: ({ usage }, db) => {
      const reopened = new Set<unknown>();
      return {
        usage: {
          async rollUp(limit, now) {
            const seen: { request_id: string }[] = await open(db).limit(limit);
            const added = await usage.rollUp(limit, now);
            // Each once, so that it comes to an end.
            for (const { request_id } of seen.filter((event) => !reopened.has(event.request_id))) {
              reopened.add(request_id);
              await db('usage_events').where({ request_id }).update({ rolled_at: null });
            }
            return added;
          },
        },
      };
    },
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
          return { removed: await db('usage_events').where('at', '<', +cut.before).delete(), isLast: true };
        },
      },
    }),
  },
];
