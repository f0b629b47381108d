import { breaks, counting, type Saboteur } from './saboteur.ts';

export const bulkItemSaboteurs: readonly Saboteur[] = [
  {
    name: 'a list shows bodies',
    stores: ({ bulkItems }) => ({
      bulkItems: {
        async list(plane, id, ...asked) {
          const page = await bulkItems.list(plane, id, ...asked);
          return { ...page, items: page.items.map((item) => ({ ...item, body: '{}' })) };
        },
      },
    }),
  },
  {
    name: 'all organizations read all items',
    stores: ({ bulkItems }, db) => ({
      bulkItems: {
        async list(plane, id, ...asked) {
          const row = await db('bulk_items').where({ operation_id: id }).first();
          const owner = { organizationId: row?.organization_id, environment: row?.environment };
          return bulkItems.list({ ...plane, ...owner }, id, ...asked);
        },
      },
    }),
  },
  breaks('bulkItems', 'a page counts what an earlier one has counted', ({ bulkItems }) => ({
    list: (plane, id, status, request) => bulkItems.list(plane, id, status, counting(request)),
  })),
  {
    name: 'a cursor begins anew',
    stores: ({ bulkItems }) => ({
      bulkItems: {
        list: (plane, id, status, request) =>
          bulkItems.list(plane, id, status, 'after' in request ? { limit: request.limit, page: 1 } : request),
      },
    }),
  },
  {
    name: 'a later run takes up nothing that an earlier one left',
    stores: ({ bulkItems }) => ({ bulkItems: { undecided: (id, _run, limit) => bulkItems.undecided(id, 1, limit) } }),
  },
  {
    name: 'items are sent in the order of the request alone',
    stores: ({ bulkItems }) => ({
      bulkItems: {
        async undecided(id, run, limit) {
          return (await bulkItems.undecided(id, run, 1000)).toSorted((a, b) => a.position - b.position).slice(0, limit);
        },
      },
    }),
  },
  {
    name: 'the last call is that of the sent items only',
    stores: ({ bulkItems }) => ({
      bulkItems: { tally: async (id) => ({ ...(await bulkItems.tally(id)), lastCall: 0 }) },
    }),
  },
  {
    name: 'a written item keeps its body',
    stores: ({ bulkItems }, db) => ({
      bulkItems: {
        async update(items) {
          await bulkItems.update(items);
          for (const { id, sealedBody } of items)
            await db('bulk_items').where({ id }).update({ sealed_body: sealedBody });
        },
        list: async (plane, id, ...asked) => {
          const page = await bulkItems.list(plane, id, ...asked);
          const kept = await db('bulk_items')
            .where({ operation_id: id, status: 'succeeded' })
            .whereNotNull('sealed_body');
          return kept.length > 0 ? { ...page, items: [] } : page;
        },
      },
    }),
  },
  {
    name: 'sealed bodies stay',
    stores: () => ({ bulkItems: { dropSealed: async () => {} } }),
  },
  {
    name: 'ended bulk writes count as unfinished',
    stores: (_honest, db) => ({
      bulkItems: {
        countUnfinished: async (connectionId, most) =>
          Math.min((await db('operations').where({ connection_id: connectionId, type: 'records.bulk' })).length, most),
      },
    }),
  },
  {
    name: 'what an item changed counts as created',
    stores: ({ idempotency }, db) => ({
      idempotency: {
        async producedByOthers(place, ids, writer) {
          const rows: { provider_id: string }[] = await db('bulk_items')
            .where({ connection_id: place.connectionId, type: place.type })
            .whereIn('provider_id', ids);
          const found = rows.map(({ provider_id }) => provider_id);
          return new Set([...found, ...(await idempotency.producedByOthers(place, ids, writer))]);
        },
      },
    }),
  },
  {
    name: 'a disconnect leaves why items were refused',
    stores: ({ retention }, db) => ({
      retention: {
        async forget(part, connectionId, cut) {
          const rows = await db('bulk_items').where({ connection_id: connectionId });
          const forgotten = await retention.forget(part, connectionId, cut);
          for (const { id, error } of rows) await db('bulk_items').where({ id }).update({ error });
          return forgotten;
        },
      },
    }),
  },
];
