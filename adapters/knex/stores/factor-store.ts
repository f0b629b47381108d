import {
  type Factor,
  type FactorStore,
  type Invitation,
  type InvitationStore,
  invitationNarrowings,
  type MemberId,
} from '#core/ports';
import { bigint, derived, documentOf, documentText, json, millis, nullable, tableOf, text, time } from '../columns.ts';
import type { Session } from '../session.ts';
import { needed, understood } from '../understood.ts';

const factors = tableOf<Factor>()('member_factors', {
  id: text,
  organizationId: text,
  // Members see both environments; sealed values name one.
  environment: derived('text', () => 'live'),
  memberId: text,
  kind: text,
  name: text,
  sealedSecret: nullable(text),
  passkey: nullable(json),
  counter: bigint,
  createdAt: time,
  lastUsedAt: nullable(time),
});

/** Columns of `members` for recovery codes and challenges, each of which works once; the entity lacks them. */
interface OnceRow {
  readonly id: string;
  readonly recovery_codes: string;
  readonly challenge: string | null;
  readonly challenge_until: number | null;
}

export function factorStore({ db }: Session): FactorStore {
  const members = (id: MemberId) => db<OnceRow>('members').where({ id });
  const codesOf = async (id: MemberId) => (await members(id).first('recovery_codes'))?.recovery_codes ?? '[]';
  return {
    insert: (factor) => factors.insert(db, factor),
    list: (memberId) => factors.all(factors.in(db).where({ member_id: memberId }).orderBy(['created_at', 'id'])),
    async holders(organizationId) {
      const rows = await factors.in(db).distinct('member_id').where({ organization_id: organizationId });
      return new Set(rows.map((row) => row.member_id));
    },
    use: (id, { from, counter, at }) =>
      factors.change(db, { id, counter: from }, { counter, last_used_at: millis(at) }),
    remove: async (memberId, id) => (await factors.in(db).where({ member_id: memberId, id }).delete()) === 1,
    async removeAll(memberId) {
      await members(memberId).update({ recovery_codes: '[]' });
      return factors.in(db).where({ member_id: memberId }).delete();
    },
    async putCodes(memberId, digests) {
      await members(memberId).update({ recovery_codes: documentText(digests) });
    },
    countCodes: async (memberId) => documentOf<string[]>(await codesOf(memberId)).length,
    async takeCode(memberId, digest) {
      const before = await codesOf(memberId);
      const digests = documentOf<string[]>(before);
      if (!digests.includes(digest)) return false;
      const left = documentText(digests.filter((one) => one !== digest));
      return (await members(memberId).where({ recovery_codes: before }).update({ recovery_codes: left })) === 1;
    },
    async putChallenge(memberId, challenge, until) {
      await members(memberId).update({ challenge, challenge_until: millis(until) });
    },
    async takeChallenge(memberId, now) {
      const row = await members(memberId).first('challenge', 'challenge_until');
      const { challenge = null, challenge_until: until = null } = row ?? {};
      if (challenge === null || until === null) return undefined;
      const taken = await members(memberId).where({ challenge }).update({ challenge: null, challenge_until: null });
      return taken === 1 && until > now.getTime() ? challenge : undefined;
    },
  };
}

const invitations = tableOf<Invitation>()('invitations', {
  id: text,
  organizationId: text,
  email: text,
  role: text,
  tokenDigest: text,
  invitedBy: text,
  createdAt: time,
  expiresAt: time,
  needs: needed(invitationNarrowings),
});

export function invitationStore({ db }: Session): InvitationStore {
  const open = (now: Date) => invitations.in(db).where('expires_at', '>', millis(now));
  return {
    async put(invitation) {
      const { organizationId, email, createdAt } = invitation;
      const earlier = invitations.in(db).where({ organization_id: organizationId });
      await earlier.where((one) => one.where({ email }).orWhere('expires_at', '<=', millis(createdAt))).delete();
      await invitations.insert(db, invitation);
    },
    find: (tokenDigest, now) => invitations.one(understood(open(now)).where({ token_digest: tokenDigest })),
    list: (organizationId, now) =>
      invitations.all(open(now).where({ organization_id: organizationId }).orderBy(['created_at', 'id'])),
    remove: async (organizationId, id) =>
      (await invitations.in(db).where({ organization_id: organizationId, id }).delete()) === 1,
  };
}
