import type { Member, MemberId, MemberStore, OrganizationId } from '#core';
import { millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

interface MemberRow {
  readonly id: Member['id'];
  readonly organization_id: Member['organizationId'];
  readonly email: string;
  readonly role: Member['role'];
  readonly password_hash: string;
  readonly temporary_password_until: number | null;
  readonly created_at: number;
}

const listMax = 1_000;

export function memberStore(session: Session): MemberStore {
  const { db } = session;
  const table = () => db<MemberRow>('members');
  const ofOrganization = (organizationId: OrganizationId) =>
    table()
      .where({ organization_id: organizationId })
      .orderBy([{ column: 'created_at' }, { column: 'id' }])
      .limit(listMax);
  const change = async (id: MemberId, columns: Partial<MemberRow>) => {
    const changed = await table().where({ id }).update(columns);
    if (changed === 0) throw new Error('a member is changed that is not there');
  };
  return {
    async insert(member) {
      const kept = await table()
        .insert(toRow(member))
        .onConflict(['email', 'organization_id'])
        .ignore()
        .returning('id');
      return kept.length === 1;
    },
    async listByEmail(email, limit, of) {
      const rows: MemberRow[] = await table()
        .where({ email, ...(of === undefined ? {} : { organization_id: of }) })
        .orderByRaw('case when temporary_password_until is null then 0 else 1 end, created_at, id')
        .limit(limit);
      return rows.map(toEntity);
    },
    async find(id) {
      const row = await table().where({ id }).first<MemberRow>();
      return row && toEntity(row);
    },
    list: async (organizationId) => ((await ofOrganization(organizationId)) as MemberRow[]).map(toEntity),
    async lockAll(organizationId) {
      requireTransaction(session, 'members.lockAll');
      await db('organizations').where({ id: organizationId }).forUpdate().first('id');
      return ((await ofOrganization(organizationId)) as MemberRow[]).map(toEntity);
    },
    setRole: (id, role) => change(id, { role }),
    setPassword: (id, passwordHash, temporaryUntil) =>
      change(id, { password_hash: passwordHash, temporary_password_until: millisOrNull(temporaryUntil) }),
    async remove(id) {
      await db('console_sessions').where({ member_id: id }).delete();
      await table().where({ id }).delete();
    },
  };
}

function toRow(member: Member): MemberRow {
  return {
    id: member.id,
    organization_id: member.organizationId,
    email: member.email,
    role: member.role,
    password_hash: member.passwordHash,
    temporary_password_until: millisOrNull(member.temporaryPasswordUntil),
    created_at: millis(member.createdAt),
  };
}

function toEntity(row: MemberRow): Member {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    role: row.role,
    passwordHash: row.password_hash,
    temporaryPasswordUntil: timeOrNull(row.temporary_password_until),
    createdAt: timeOf(row.created_at),
  };
}
