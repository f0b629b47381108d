import { breaks, type Saboteur } from './saboteur.ts';

export const heldWriteSaboteurs: readonly Saboteur[] = [
  breaks('heldWrites', 'what is held is everybody’s', ({ heldWrites }, db) => ({
    async find(plane, id) {
      const row = await db('held_writes').where({ id }).first();
      const owner = row && { organizationId: row.organization_id, environment: row.environment };
      return heldWrites.find({ ...plane, ...owner }, id);
    },
  })),
  breaks('heldWrites', 'a page has what is held of others', ({ heldWrites }, db) => ({
    async findAll(_plane, ids) {
      const rows = await db('held_writes').whereIn('id', [...ids]);
      const found = rows.map(({ id, organization_id: organizationId, environment }) =>
        heldWrites.find({ organizationId, environment }, id),
      );
      return (await Promise.all(found)).filter((one) => one !== undefined);
    },
  })),
  breaks('operations', 'what a key asked for is what all keys asked for', ({ operations }) => ({
    list: (plane, { heldOf: _, ...filter }, page) => operations.list(plane, filter, page),
  })),
  breaks('heldWrites', 'a proposal ends twice', ({ heldWrites }) => ({
    async end(plane, id, end) {
      await heldWrites.end(plane, id, end);
      return true;
    },
  })),
  breaks('heldWrites', 'what was held is kept', ({ heldWrites }) => ({
    end: (plane, id) => heldWrites.end(plane, id, { forgets: false }),
  })),
  breaks('heldWrites', 'what was held is always forgotten', ({ heldWrites }) => ({
    end: (plane, id) => heldWrites.end(plane, id, { forgets: true }),
  })),
  ...[
    ['time', `h.expires_at <= 1e15`],
    ['a revoked key', `exists (select 1 from api_keys k where k.id = h.key_id and k.revoked_at is not null)`],
    ['an expired key', `exists (select 1 from api_keys k where k.id = h.key_id and k.expires_at is not null)`],
    [
      'a connection that has ended',
      `exists (select 1 from connections c where c.id = h.connection_id and c.status = 'disconnected')`,
    ],
    ['an end', `o.state = 'cancelled'`],
  ].map(([what = '', condition = '']) =>
    breaks('heldWrites', `${what} is overlooked`, ({ heldWrites }, db) => ({
      async listDue(now, limit) {
        const found = await heldWrites.listDue(now, limit);
        const overlooked = await db('held_writes as h')
          .join('operations as o', 'o.id', 'h.id')
          .whereRaw(condition)
          .modify((query) => (what === 'time' ? query.where('h.expires_at', '<=', now.getTime()) : query))
          .pluck('h.id');
        return found.filter(({ id }) => !overlooked.includes(id));
      },
    })),
  ),
  breaks('heldWrites', 'what was approved is due', ({ heldWrites }, db) => ({
    async listDue(now, limit) {
      const rows = await db('held_writes').where('expires_at', '<=', now.getTime()).limit(limit);
      const approved = rows.map((row) => ({
        id: row.id,
        organizationId: row.organization_id,
        environment: row.environment,
      }));
      return [...(await heldWrites.listDue(now, limit)), ...approved].slice(0, limit);
    },
  })),
  breaks('heldWrites', 'another connection’s writes wait, too', ({ heldWrites }, db) => ({
    async countWaiting(_, most) {
      return Math.min(most, (await db('held_writes')).length);
    },
    listWaiting: (connectionId, limit) => heldWrites.listWaiting(connectionId, limit),
  })),
  breaks('heldWrites', 'the newest is listed first', ({ heldWrites }) => ({
    listWaiting: async (connectionId, limit) => (await heldWrites.listWaiting(connectionId, limit)).toReversed(),
  })),
];
