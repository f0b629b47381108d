import { breaks, type Saboteur } from './saboteur.ts';

export const exportSaboteurs: readonly Saboteur[] = [
  breaks('exports', 'parts are everybody’s', ({ exports }, db) => ({
    async find(plane, id, position) {
      const row = await db('export_parts').where({ operation_id: id, position }).first();
      const owner = row && { organizationId: row.organization_id, environment: row.environment };
      return exports.find({ ...plane, ...owner }, id, position);
    },
  })),
  breaks('exports', 'one export too many is kept', ({ exports }) => ({
    dropOlder: (plane, kept, limit) => exports.dropOlder(plane, kept + 1, limit),
  })),
  breaks('exports', 'more parts are dropped at a time', ({ exports }) => ({
    dropOlder: (plane, kept, limit) => exports.dropOlder(plane, kept, limit + 1),
  })),
];
