import type { Member, MemberId, MemberStore, OrganizationId } from '#core/ports';
import { millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

const members = tableOf<Member>()('members', {
  id: text,
  organizationId: text,
  email: text,
  role: text,
  passwordHash: text,
  temporaryPasswordUntil: nullable(time),
  createdAt: time,
});

const listMax = 1_000;

export function memberStore(session: Session): MemberStore {
  const { db } = session;
  const table = () => members.in(db);
  const ofOrganization = (organizationId: OrganizationId) =>
    table()
      .where({ organization_id: organizationId })
      .orderBy([{ column: 'created_at' }, { column: 'id' }])
      .limit(listMax);
  const change = async (id: MemberId, columns: Partial<RowOf<typeof members>>) => {
    const changed = await table().where({ id }).update(columns);
    if (changed === 0) throw new Error('a member is changed that is not there');
  };
  return {
    async insert(member) {
      const inserted = await table()
        .insert(members.toRow(member))
        .onConflict(['email', 'organization_id'])
        .ignore()
        .returning('id');
      return inserted.length === 1;
    },
    async listByEmail(email, limit, of) {
      const matching = table().where({ email, ...(of === undefined ? {} : { organization_id: of }) });
      const lastingFirst = 'case when temporary_password_until is null then 0 else 1 end, created_at, id';
      return members.all(matching.orderByRaw(lastingFirst).limit(limit));
    },
    find: (id) => members.one(table().where({ id })),
    list: (organizationId) => members.all(ofOrganization(organizationId)),
    async lockAll(organizationId) {
      requireTransaction(session, 'members.lockAll');
      await db('organizations').where({ id: organizationId }).forUpdate().first('id');
      return members.all(ofOrganization(organizationId));
    },
    setRole: (id, role) => change(id, { role }),
    setPassword: (id, passwordHash, temporaryUntil) =>
      change(id, { password_hash: passwordHash, temporary_password_until: temporaryUntil && millis(temporaryUntil) }),
    async remove(id) {
      await db('console_sessions').where({ member_id: id }).delete();
      await table().where({ id }).delete();
    },
  };
}
