import type {
  ApiKeyStore,
  ConsoleSessionStore,
  FactorStore,
  InvitationStore,
  MemberStore,
  OrganizationId,
} from '#core/ports';
import { breaks, type Saboteur } from './saboteur.ts';

const sessions = (name: string, change: (good: ConsoleSessionStore) => Partial<ConsoleSessionStore>): Saboteur => ({
  name: `consoleSessions: ${name}`,
  stores: ({ consoleSessions }) => ({ consoleSessions: change(consoleSessions) }),
});
const members = (name: string, change: (good: MemberStore) => Partial<MemberStore>): Saboteur => ({
  name: `members: ${name}`,
  stores: (good) => ({ members: change(good.members) }),
});
const keys = (name: string, change: (good: ApiKeyStore) => Partial<ApiKeyStore>): Saboteur => ({
  name: `apiKeys: ${name}`,
  stores: ({ apiKeys }) => ({ apiKeys: change(apiKeys) }),
});
const factors = (name: string, change: (good: FactorStore) => Partial<FactorStore>): Saboteur => ({
  name: `factors: ${name}`,
  stores: (good) => ({ factors: change(good.factors) }),
});
const invitations = (name: string, change: (good: InvitationStore) => Partial<InvitationStore>): Saboteur => ({
  name: `invitations: ${name}`,
  stores: (good) => ({ invitations: change(good.invitations) }),
});
const aMomentAgo = (now: Date) => new Date(now.getTime() - 1);

export const consoleSaboteurs: readonly Saboteur[] = [
  sessions('begun without the second factor that the member has', ({ noteProof: _, ...good }) => ({
    insert: (session) => good.insert({ ...session, provenBy: 'totp' }),
  })),
  sessions('a proof that nobody keeps', () => ({ noteProof: async () => {} })),
  keys('everybody succeeds', (good) => ({
    setSuccessor: async (...given) => (await good.setSuccessor(...given)) || true,
  })),
  invitations('is open at its end', (good) => ({ find: (digest, now) => good.find(digest, aMomentAgo(now)) })),
  invitations('lists what is over', (good) => ({ list: (id) => good.list(id, new Date(0)) })),
  breaks('invitations', 'invitations: the one before stays', (_good, db) => ({
    async put({ id, organizationId, role, tokenDigest, invitedBy, createdAt, expiresAt }) {
      const row = { id, organization_id: organizationId, email: id, role, token_digest: tokenDigest };
      await db('invitations').insert({ ...row, invited_by: invitedBy, created_at: +createdAt, expires_at: +expiresAt });
    },
  })),
  breaks('invitations', 'invitations: anybody withdraws', (_good, db) => ({
    remove: async (_organization, id) => (await db('invitations').where({ id }).delete()) === 1,
  })),
  factors('a code is used again', (good) => ({ use: async (id, use) => (await good.use(id, use)) || true })),
  factors('a recovery code works again', (good) => ({
    async takeCode(memberId, digest) {
      const isCode = await good.takeCode(memberId, digest);
      if (isCode) await good.putCodes(memberId, [digest, 'b', 'c']);
      return isCode;
    },
  })),
  factors('codes outlive the factors', (good) => ({
    removeAll: async (memberId) =>
      (await Promise.all((await good.list(memberId)).map(({ id }) => good.remove(memberId, id)))).length,
  })),
  factors('a challenge that is over is answered', (good) => ({
    takeChallenge: (memberId, now) => good.takeChallenge(memberId, aMomentAgo(now)),
  })),
  breaks('factors', 'factors: anybody removes one', (_good, db) => ({
    remove: async (_memberId, id) => (await db('member_factors').where({ id }).delete()) === 1,
  })),
  sessions('lives on at its end', (good) => ({
    ofBrowser: (digest, now) => good.ofBrowser(digest, aMomentAgo(now)),
  })),
  sessions('finds what is over', (good) => ({ ofBrowser: (digest) => good.ofBrowser(digest, new Date(0)) })),
  sessions('finds only the cookie’s own', (good) => ({
    ofBrowser: async (...of) => (await good.ofBrowser(...of)).filter(({ besideDigest }) => besideDigest === null),
  })),
  sessions('moves nothing', () => ({ move: async () => {} })),
  sessions('lists what is over', (good) => ({ list: (id) => good.list(id, new Date(0)) })),
  sessions('lists the oldest first', (good) => ({ list: async (...of) => [...(await good.list(...of))].reverse() })),
  breaks('consoleSessions', 'consoleSessions: its use moves it back', (_good, db) => ({
    async touch(id, seenAt, expiresAt) {
      await db('console_sessions').where({ id }).update({ seen_at: +seenAt, expires_at: +expiresAt });
    },
  })),
  breaks('consoleSessions', 'consoleSessions: one use is everybody’s', (_good, db) => ({
    async touch(_id, seenAt, expiresAt) {
      await db('console_sessions').where('seen_at', '<', +seenAt).update({ seen_at: +seenAt, expires_at: +expiresAt });
    },
  })),
  sessions('its use lengthens nothing', () => ({ touch: async () => {} })),
  breaks('consoleSessions', 'consoleSessions: anybody ends it', (_good, db) => ({
    remove: async (_member, id) => (await db('console_sessions').where({ id }).delete()) === 1,
  })),
  sessions('ends also the one that is named', (good) => ({ removeAll: (id) => good.removeAll(id) })),
  breaks('consoleSessions', 'consoleSessions: ends everybody’s', (_good, db) => ({
    removeAll: () => db('console_sessions').delete(),
  })),
  breaks('signInFailures', 'signInFailures: keeps the last one only', ({ signInFailures }) => ({
    save: (subject, tries) => signInFailures.save(subject, tries.slice(-1)),
  })),
  breaks('signInFailures', 'signInFailures: never forgets', ({ signInFailures }) => ({
    save: async (subject, tries) => {
      if (tries.length > 0) await signInFailures.save(subject, tries);
    },
  })),
  breaks(
    'signInFailures',
    'signInFailures: holds another one',
    ({ signInFailures }, db) => ({
      async lock(subject) {
        await signInFailures.lock(`other-${Math.random()}`);
        const row = await db('sign_in_failures').where({ subject }).first('tries');
        return (JSON.parse(row?.tries ?? '[]') as number[]).map((at) => new Date(at));
      },
    }),
    {
      caughtBy: 'signInFailures: those who count for one subject go one by one, also the first ones',
      postgresOnly: true,
    },
  ),
  members('holds nobody and says nothing', (good) => ({ lockAll: good.list })),
  {
    ...members('holds others', (good) => ({
      async lockAll(organizationId) {
        await good.lockAll('org_other' as OrganizationId);
        return good.list(organizationId);
      },
    })),
    postgresOnly: true,
    caughtBy: 'members: while one transaction holds all of them, no other decides who leaves',
  },
  members('lists the latest first', (good) => ({ list: async (id) => [...(await good.list(id))].reverse() })),
  members('forgets that a password is temporary', (good) => ({
    setPassword: (id, hash) => good.setPassword(id, hash, null),
  })),
  members('a change of nobody is no news', (good) => ({
    setRole: (id, role) => good.setRole(id, role).catch(() => {}),
  })),
  breaks('members', 'members: a removed one stays signed in', (_good, db) => ({
    async remove(id) {
      await db('members')
        .where({ id })
        .update({ email: `removed-${id}`, organization_id: db.ref('organization_id') });
    },
  })),
  keys('everybody’s', (good) => ({
    find: async (_organization, id) => await good.findByDigest(`digest-of-${id}`),
  })),
];
