import type { AuditEntry, AuditStore } from '#core/ports';
import { json, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { descending, listPage, type Order } from '../paging.ts';
import type { Session } from '../session.ts';

const entries = tableOf<AuditEntry>()('audit_entries', {
  id: text,
  organizationId: text,
  environment: nullable(text),
  actor: text,
  action: text,
  subject: text,
  details: json,
  requestId: text,
  at: time,
});

const newestFirst: Order = { at: 'at', id: 'id' };

export function auditStore({ db, dialect }: Session): AuditStore {
  return {
    async record(entry) {
      await entries.in(db).insert(entries.toRow(entry));
    },
    async list(organizationId, request) {
      const matching = entries.in(db).where({ organization_id: organizationId });
      const page = await listPage<RowOf<typeof entries>>(matching, newestFirst, request);
      return { ...page, items: page.items.map(entries.toEntity) };
    },
    async listBySubjects(organizationId, subjects, limit) {
      if (subjects.length === 0) return [];
      const matching = entries.in(db).whereIn('subject', subjects).orderBy(descending(newestFirst)).limit(limit);
      return entries.all(matching.whereRaw(`${dialect.unindexed('organization_id')} = ?`, [organizationId]));
    },
  };
}
