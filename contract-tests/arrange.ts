// What a suite asks for of a storage, and how it puts there what a clause presupposes.
import type { Connection, ConsoleSession, MemberId, Plane, Stores } from '#core/ports';
import {
  moment,
  sampleConnection,
  sampleId,
  sampleMember,
  sampleOrganization,
  samplePlane,
  someOwner,
} from './samples.ts';

/** The stores that a suite is about, and transactions that hand over the same; a whole `Storage` is one, too. */
export type StorageOf<Name extends keyof Stores> = Pick<Stores, Name> & {
  /** As `Storage.transaction`, over these stores. */
  transaction<T>(work: (stores: Pick<Stores, Name>) => Promise<T>): Promise<T>;
};

/** Neighbours whose rows the tested store reads: the suite puts rows there, and looks at nothing. */
export type Beside<Name extends keyof Stores> = {
  readonly [N in Name]: Pick<Stores[N], ('insert' | 'put' | 'append') & keyof Stores[N]>;
};

/** Neighbours that rows refer to, for a database that refuses rows without them (foreign keys); others leave them out. */
export type Parents<Name extends keyof Stores> = Partial<Beside<Name>>;

/** A plane whose organization is there, where anybody asks for it. */
export async function arrangePlane({ organizations }: Parents<'organizations'>): Promise<Plane> {
  const organization = sampleOrganization();
  await organizations?.insert(organization);
  return samplePlane(organization.id);
}

/** The other environment of the same organization, and the same environment of another one. */
export async function arrangeStrangers(storage: Parents<'organizations'>, plane: Plane): Promise<readonly Plane[]> {
  return [{ ...plane, environment: 'live' }, await arrangePlane(storage)];
}

export function strangersOf(plane: Plane): readonly Plane[] {
  return [{ ...plane, environment: 'live' }, samplePlane()];
}

export async function arrangeConnection(
  storage: Parents<'connections'>,
  plane: Plane,
  given: Partial<Connection> = {},
): Promise<Connection> {
  const connection = sampleConnection(plane, given);
  await storage.connections?.insert(connection);
  return connection;
}

export async function arrangeMember(storage: Parents<'organizations' | 'members'>): Promise<MemberId> {
  const member = sampleMember((await arrangePlane(storage)).organizationId);
  await storage.members?.insert(member);
  return member.id;
}

export async function arrangeSession(
  { consoleSessions }: Beside<'consoleSessions'>,
  memberId: MemberId,
  given: Partial<ConsoleSession> = {},
): Promise<ConsoleSession> {
  const id = sampleId('csn');
  const digests = {
    tokenDigest: `token-${id}`,
    csrfDigest: `csrf-${id}`,
    besideDigest: null,
    provenBy: 'password' as const,
  };
  const times = { createdAt: moment(1), seenAt: moment(1), expiresAt: moment(100) };
  const session = { id, organizationId: someOwner, memberId, ...digests, agent: 'Browser/1.0 “é”', ...times, ...given };
  await consoleSessions.insert(session);
  return session;
}
