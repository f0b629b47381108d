import {
  buildKnows,
  type ConsoleSession,
  type ConsoleSessionStore,
  consoleSessionNarrowings,
  type Member,
  type MemberId,
  type MemberStore,
  memberNarrowings,
  type Organization,
  type OrganizationId,
  type Stores,
} from '#core/ports';
import {
  coded,
  documentOf,
  documentText,
  flag,
  json,
  millis,
  named,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
  timeOf,
} from '../columns.ts';
import { descending } from '../paging.ts';
import { requireTransaction, type Session } from '../session.ts';
import { needed, understood } from '../understood.ts';

/**
 * No limit is stored as the largest integer of the column: earlier builds read a number there, and none of their
 * organizations reaches this one.
 */
const withoutLimit = 2_147_483_647;
const limit = coded<number | null, number>(
  'integer',
  (value) => value ?? withoutLimit,
  (stored) => (stored === withoutLimit ? null : stored),
);

const organizations = tableOf<Organization>()('organizations', {
  id: text,
  name: text,
  plan: text,
  connectionLimit: limit,
  requiresSecondFactor: flag,
  branding: json,
  createdAt: time,
});

interface LogoRow {
  readonly organization_id: string;
  readonly digest: string;
  readonly png: string;
}

const listMax = 1_000;

export function organizationStore({ db }: Session): Stores['organizations'] {
  return {
    insert: (organization) => organizations.insert(db, organization),
    find: (id) => organizations.find(db, { id }),
    // Ids begin with their time of creation.
    list: ({ limit, after = '' as OrganizationId }) =>
      organizations.all(organizations.in(db).where('id', '>', after).orderBy('id').limit(limit)),
    lock: (id) => organizations.lock(db, { id }),
    async setContract(id, { name, plan, connectionLimit }) {
      await organizations.change(db, { id }, { name, plan, connection_limit: limit.toStored(connectionLimit) });
    },
    async requireSecondFactor(id, isRequired) {
      await organizations.change(db, { id }, { requires_second_factor: isRequired });
    },
    async setBranding(id, branding) {
      await organizations.change(db, { id }, { branding: documentText(branding) });
    },
    async putLogo(id, logo) {
      await db<LogoRow>('logos').where({ organization_id: id }).delete();
      if (logo) await db<LogoRow>('logos').insert({ organization_id: id, ...logo });
    },
    findLogo: async (digest) => (await db<LogoRow>('logos').where({ digest }).first('png'))?.png,
  };
}

const members = tableOf<Member>()('members', {
  id: text,
  organizationId: text,
  email: text,
  role: text,
  passwordHash: text,
  temporaryPasswordUntil: nullable(time),
  createdAt: time,
  needs: needed(memberNarrowings),
});

export function memberStore(session: Session): MemberStore {
  const { db } = session;
  const list = (organizationId: OrganizationId) =>
    members.all(members.in(db).where({ organization_id: organizationId }).orderBy(['created_at', 'id']).limit(listMax));
  const change = async (id: MemberId, columns: Partial<RowOf<typeof members>>) => {
    if (!(await members.change(db, { id }, columns))) throw new Error('the member to change does not exist');
  };
  return {
    async insert(member) {
      const adding = members.in(db).insert(members.toRow(member)).onConflict(['email', 'organization_id']).ignore();
      return (await adding.returning('id')).length === 1;
    },
    async listByEmail(email, limit, of) {
      const matching = understood(members.in(db)).where({
        email,
        ...(of === undefined ? {} : { organization_id: of }),
      });
      const lastingFirst = 'case when temporary_password_until is null then 0 else 1 end, created_at, id';
      return members.all(matching.orderByRaw(lastingFirst).limit(limit));
    },
    find: (id) => members.find(db, { id }),
    list,
    async lockAll(organizationId) {
      await organizations.lock(db, { id: organizationId });
      return list(organizationId);
    },
    setRole: (id, role) => change(id, { role }),
    setPassword: (id, passwordHash, temporaryUntil) =>
      change(id, { password_hash: passwordHash, temporary_password_until: temporaryUntil && millis(temporaryUntil) }),
    async remove(id) {
      for (const table of ['console_sessions', 'member_factors']) await db(table).where({ member_id: id }).delete();
      await members.in(db).where({ id }).delete();
    },
  };
}

const sessions = tableOf<ConsoleSession>()('console_sessions', {
  id: text,
  organizationId: text,
  memberId: text,
  tokenDigest: text,
  csrfDigest: text,
  besideDigest: nullable(text),
  provenBy: named('proven_by', nullable(text)),
  agent: text,
  createdAt: time,
  seenAt: time,
  expiresAt: time,
  needs: needed(consoleSessionNarrowings),
});

const sessionsListed = 100;
const lastSeenFirst = descending({ at: 'seen_at', id: 'id' });

export function consoleSessionStore({ db, dialect }: Session): ConsoleSessionStore {
  // The build before this one wrote only into the audit log how a session was proven.
  const provenBy = `coalesce(proven_by, (select ${dialect.textIn('details', 'second_factor')} from audit_entries
    where subject = console_sessions.id and action = 'session.started' limit 1))`;
  const shown = sessions.columns.map((column) =>
    column === 'proven_by' ? db.raw(`${provenBy} as proven_by`) : column,
  );
  /** Of a member with a second factor only those that were begun with one; none of a member that this build must not open. */
  const counts = `${provenBy} <> 'password' or not exists (select 1 from member_factors f
    where f.member_id = console_sessions.member_id)`;
  const isMemberKnown = 'exists (select 1 from members m where m.id = console_sessions.member_id and m.needs <= ?)';
  const alive = (now: Date) => sessions.in(db).where('expires_at', '>', millis(now));
  return {
    insert: (session) => sessions.insert(db, session),
    ofBrowser: (tokenDigest, now) => {
      const counting = understood(alive(now)).whereRaw(`(${counts})`).whereRaw(isMemberKnown, [buildKnows]);
      const own = counting
        .select(shown as never)
        .where((either) => either.where({ token_digest: tokenDigest }).orWhere({ beside_digest: tokenDigest }));
      return sessions.all(
        own.orderByRaw('case when beside_digest is null then 0 else 1 end, id').limit(sessionsListed),
      );
    },
    async noteProof(id, proof) {
      await sessions.in(db).where({ id }).update({ proven_by: proof });
    },
    async move(id, { tokenDigest, csrfDigest, besideDigest }) {
      const digests = { token_digest: tokenDigest, csrf_digest: csrfDigest, beside_digest: besideDigest };
      await sessions.in(db).where({ id }).update(digests);
    },
    list: (memberId, now) =>
      sessions.all(alive(now).where({ member_id: memberId }).orderBy(lastSeenFirst).limit(sessionsListed)),
    async touch(id, seenAt, expiresAt) {
      // Uses arrive out of order, and an older use must not shorten a session that a newer one extended.
      const earlier = sessions.in(db).where({ id }).where('seen_at', '<', millis(seenAt));
      await earlier.update({ seen_at: millis(seenAt), expires_at: millis(expiresAt) });
    },
    remove: async (memberId, id) => (await sessions.in(db).where({ member_id: memberId, id }).delete()) === 1,
    removeAll: (memberId, but) => {
      const all = sessions.in(db).where({ member_id: memberId });
      return but === undefined ? all.delete() : all.whereNot({ id: but }).delete();
    },
  };
}

interface FailureRow {
  readonly subject: string;
  readonly tries: string;
  readonly latest_at: number;
}

export function signInFailureStore(session: Session): Stores['signInFailures'] {
  const table = () => session.db<FailureRow>('sign_in_failures');
  return {
    async lock(subject) {
      requireTransaction(session, 'signInFailures.lock');
      // A missing row cannot be locked, so it is inserted. For a present row the update changes nothing, locks it and
      // returns it.
      const locked = table().insert({ subject, tries: '[]', latest_at: 0 }).onConflict('subject').merge(['subject']);
      const [row] = await locked.returning('tries');
      return documentOf<number[]>(row?.tries ?? '[]').map(timeOf);
    },
    async save(subject, failures) {
      const tries = failures.map(millis);
      if (tries.length === 0) return void (await table().where({ subject }).delete());
      const row: FailureRow = { subject, tries: documentText(tries), latest_at: Math.max(...tries) };
      await table().insert(row).onConflict('subject').merge();
    },
  };
}
