import type { Organization, OrganizationStore } from '#core/ports';
import { integer, tableOf, text, time } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

const organizations = tableOf<Organization>()('organizations', {
  id: text,
  name: text,
  plan: text,
  connectionLimit: integer,
  createdAt: time,
});

export function organizationStore(session: Session): OrganizationStore {
  const table = () => organizations.in(session.db);
  return {
    async insert(organization) {
      await table().insert(organizations.toRow(organization));
    },
    find: (id) => organizations.one(table().where({ id })),
    // Ids begin with the time at which they were made.
    list: ({ limit, after = '' as Organization['id'] }) =>
      organizations.all(table().where('id', '>', after).orderBy('id').limit(limit)),
    async lock(id) {
      requireTransaction(session, 'organizations.lock');
      return organizations.one(table().where({ id }).forUpdate());
    },
  };
}
