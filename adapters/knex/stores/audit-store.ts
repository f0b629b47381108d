import type { AuditEntry, AuditStore, JsonObject } from '#core';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { descending, listPage, type Order } from '../paging.ts';
import type { Session } from '../session.ts';

interface AuditRow {
  readonly id: AuditEntry['id'];
  readonly organization_id: AuditEntry['organizationId'];
  readonly environment: AuditEntry['environment'];
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: string;
  readonly request_id: AuditEntry['requestId'];
  readonly at: number;
}

const newestFirst: Order = { at: 'at', id: 'id' };

export function auditStore({ db, dialect }: Session): AuditStore {
  const table = () => db<AuditRow>('audit_entries');
  return {
    async record(entry) {
      await table().insert(toRow(entry));
    },
    list(organizationId, page) {
      const matching = table().where({ organization_id: organizationId });
      return listPage<AuditRow, AuditEntry>(matching, newestFirst, page, (rows) => rows.map(toEntity));
    },
    async listBySubjects(organizationId, subjects, limit) {
      if (subjects.length === 0) return [];
      const query = table()
        .whereIn('subject', [...subjects])
        .orderBy(descending(newestFirst))
        .limit(limit);
      query.whereRaw(`${dialect.unindexed('organization_id')} = ?`, [organizationId]);
      const rows: AuditRow[] = await query;
      return rows.map(toEntity);
    },
  };
}

function toRow(entry: AuditEntry): AuditRow {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    environment: entry.environment,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    details: documentText(entry.details),
    request_id: entry.requestId,
    at: millis(entry.at),
  };
}

function toEntity(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    details: documentOf<JsonObject>(row.details),
    requestId: row.request_id,
    at: timeOf(row.at),
  };
}
