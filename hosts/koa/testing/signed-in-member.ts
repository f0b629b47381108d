// A member who is signed in to the console.
import { randomUUID } from 'node:crypto';
import type { Member, OrganizationId, RequestId } from '#core';
import { createPasswordHasher } from '../../../adapters/crypto/index.ts';
import type { LiveService } from './live-service.ts';

export interface SignedInMember {
  readonly memberId: string;
  readonly email: string;
  readonly sessionId: string;
  /** The header that the browser sends. */
  readonly cookie: string;
  /** The headers that a page of the console sends with a change. */
  readonly page: { readonly origin: string; readonly 'x-csrf-token': string };
}

const password = 'correct horse battery staple';

/** A hash names its costs, so that signing in with it is cheap, too: by those of production it takes a fifth of a second. */
export const { hash: hashCheaply } = createPasswordHasher({ ln: 10, r: 8, p: 1 });

export async function signedIn(
  { core, ports }: LiveService,
  organizationId: OrganizationId,
  role: Member['role'],
): Promise<SignedInMember> {
  const email = `${randomUUID()}@example.com`;
  const passwordHash = await hashCheaply(password);
  const member = await core.access.createMember({ organizationId, email, role, passwordHash });
  const requestId = 'req-sign-in' as RequestId;
  const made = await core.console.signIn({ email, password, agent: 'test', requestId });
  if (made.kind !== 'signed_in') throw new Error('nobody is signed in');
  const { token, csrfToken, signedIn: session } = made;
  return {
    memberId: member.id,
    email,
    sessionId: session.sessionId,
    cookie: `ledgerport_session=${token}`,
    page: { origin: new URL(ports.settings.baseUrl).origin, 'x-csrf-token': csrfToken },
  };
}
