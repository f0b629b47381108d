import type { Member, MemberStore } from '#core';
import { millis, timeOf } from '../columns.ts';
import type { Session } from '../session.ts';

interface MemberRow {
  readonly id: Member['id'];
  readonly organization_id: Member['organizationId'];
  readonly email: string;
  readonly role: Member['role'];
  readonly password_hash: string;
  readonly created_at: number;
}

export function memberStore({ db }: Session): MemberStore {
  const table = () => db<MemberRow>('members');
  return {
    async insert(member) {
      const kept = await table().insert(toRow(member)).onConflict('email').ignore().returning('id');
      return kept.length === 1;
    },
    async findByEmail(email) {
      const row = await table().where({ email }).first<MemberRow>();
      return row && toEntity(row);
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
    createdAt: timeOf(row.created_at),
  };
}
