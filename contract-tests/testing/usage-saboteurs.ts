import type { Knex } from 'knex';
import { breaks, counting, type Saboteur } from './saboteur.ts';

const open = (db: Knex) => db('usage_events').whereNull('rolled_at');

export const usageSaboteurs: readonly Saboteur[] = [
  breaks('usage', 'an event that comes again counts again', ({ usage }) => ({
    insert: (events) => usage.insert(events.map((event) => ({ ...event, id: `${event.id}${Math.random()}` }))),
  })),
  breaks('usage', 'one id has one meter', ({ usage }, db) => ({
    async insert(events) {
      for (const event of events) {
        if (!(await db('usage_events').where({ request_id: event.id }).first())) await usage.insert([event]);
      }
    },
  })),
  breaks('usage', 'events are forgotten when they are in their day', ({ usage }, db) => ({
    async rollUp(limit, now) {
      const added = await usage.rollUp(limit, now);
      await db('usage_events').whereNotNull('rolled_at').delete();
      return added;
    },
  })),
  breaks('usage', 'a day is overwritten', ({ usage }, db) => ({
    async rollUp(limit, now) {
      await db('usage_days').delete();
      return usage.rollUp(limit, now);
    },
  })),
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
  breaks('usage', 'bytes are looked at, then taken', ({ usage }, db) => ({
    async takeBytes(connection, day, { bytes, most }) {
      const had = await db('attachment_bytes').where({ connection_id: connection.id, day }).first();
      if (Number(had?.bytes ?? 0) + bytes > most) return false;
      await usage.takeBytes(connection, day, { bytes, most: Number.MAX_SAFE_INTEGER });
      return true;
    },
  })),
  breaks('usage', 'bytes of all days are one', ({ usage }) => ({
    takeBytes: (connection, _day, taken) => usage.takeBytes(connection, 1, taken),
  })),
  breaks('usage', 'bytes of all connections are one', ({ usage }) => {
    let first: Parameters<typeof usage.takeBytes>[0] | undefined;
    return {
      takeBytes: (connection, day, taken) => {
        first ??= connection;
        return usage.takeBytes(first, day, taken);
      },
    };
  }),
  breaks('usage', 'bytes that are refused are taken all the same', ({ usage }) => ({
    async takeBytes(connection, day, taken) {
      if (await usage.takeBytes(connection, day, taken)) return true;
      await usage.takeBytes(connection, day, { ...taken, most: Number.MAX_SAFE_INTEGER });
      return false;
    },
  })),
  breaks('usage', 'only whole days are shown', ({ usage }, db) => ({
    async read(plane, question, page) {
      const waiting = await open(db);
      if (waiting.length > 0) return { items: [], total: 0, hasMore: false, next: null };
      return usage.read(plane, question, page);
    },
  })),
  breaks('usage', 'a page counts what an earlier one has counted', ({ usage }) => ({
    read: (plane, question, page) => usage.read(plane, question, counting(page)),
  })),
  breaks('usage', 'a batch has no bound', ({ usage }) => ({ rollUp: (_limit, now) => usage.rollUp(10_000, now) })),
  breaks('usage', 'the last day of a period is left out', ({ usage }) => ({
    read: (plane, question, page) => usage.read(plane, { ...question, to: `${question.to.slice(0, 9)}0` }, page),
  })),
  breaks('usage', 'all environments are one', ({ usage }) => ({
    insert: (events) => usage.insert(events.map((event) => ({ ...event, environment: 'test' }))),
    read: (plane, question, page) => usage.read({ ...plane, environment: 'test' }, question, page),
  })),
  breaks('retention', 'an old event goes before it is in its day', ({ retention }, db) => ({
    async purge(target, cut) {
      if (target !== 'usage_events') return retention.purge(target, cut);
      return { removed: await db('usage_events').where('at', '<', +cut.before).delete(), isLast: true };
    },
  })),
];
