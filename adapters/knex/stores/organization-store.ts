import type { Organization, OrganizationStore } from '#core';
import { millis, timeOf } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

interface OrganizationRow {
  readonly id: Organization['id'];
  readonly name: string;
  readonly plan: Organization['plan'];
  readonly connection_limit: number;
  readonly created_at: number;
}

export function organizationStore(session: Session): OrganizationStore {
  const table = () => session.db<OrganizationRow>('organizations');
  return {
    async insert(organization) {
      await table().insert(toRow(organization));
    },
    async find(id) {
      const row = await table().where({ id }).first<OrganizationRow>();
      return row && toEntity(row);
    },
    // Ids begin with the time at which they were made.
    async list({ limit, after = '' as Organization['id'] }) {
      const rows: OrganizationRow[] = await table().where('id', '>', after).orderBy('id').limit(limit).select();
      return rows.map(toEntity);
    },
    async isEmpty() {
      return (await table().select('id').first()) === undefined;
    },
    async lock(id) {
      requireTransaction(session, 'organizations.lock');
      const row = await table().where({ id }).forUpdate().first<OrganizationRow>();
      return row && toEntity(row);
    },
  };
}

function toRow(organization: Organization): OrganizationRow {
  const { id, name, plan, connectionLimit, createdAt } = organization;
  return { id, name, plan, connection_limit: connectionLimit, created_at: millis(createdAt) };
}

function toEntity(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    connectionLimit: row.connection_limit,
    createdAt: timeOf(row.created_at),
  };
}
