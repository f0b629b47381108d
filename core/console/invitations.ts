// Invitations: a link that makes its holder a member, once, within its days.
import { secondsAfter } from '../domain/backoff.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { badRequest, conflict, notFound, ServiceError } from '../domain/errors.ts';
import { isId, type RequestId } from '../domain/ids.ts';
import {
  type Invitation,
  type Member,
  membersMost,
  type Organization,
  passwordProblem,
  permissionsOf,
} from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { memberAddress, storeMember } from '../use-cases/access/organizations.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';
import { randomToken } from './session.ts';
import { beginSession, type NewSession } from './sign-in.ts';

export interface MadeInvitation {
  readonly invitation: Invitation;
  /** Shown once; null on a replay. */
  readonly link: string | null;
}

export interface InvitationRequest extends Pick<Invitation, 'email' | 'role'> {
  readonly days: number;
  readonly write: Write;
}

/** Replaces an earlier invitation of the address. Throws CONFLICT `email_taken` or `member_limit_reached`. */
export function invite(ports: CorePorts) {
  const { storage, ids, clock, settings } = ports;
  return async (signedIn: SignedIn, given: InvitationRequest): Promise<Answered<MadeInvitation>> => {
    const { organizationId, memberId: invitedBy } = signedIn;
    const { role, days, write } = given;
    const email = memberAddress(given.email);
    return once<MadeInvitation>(
      ports,
      { signedIn, environment: 'live', write },
      {
        act: ['invitation.create'],
        async draft() {
          const token = randomToken(ports);
          const createdAt = clock.now();
          const expiresAt = secondsAfter(createdAt, days * 86_400);
          const own = { id: ids.next('ivt'), organizationId, email, role, invitedBy, createdAt, expiresAt };
          const invitation: Invitation = { ...own, tokenDigest: linkDigest(ports, token) };
          return {
            forReplay: invitation.id,
            async apply(stores) {
              const members = await actingMembers(stores, ports, signedIn, 'members');
              if (members.some((member) => member.email === email)) {
                throw conflict('email_taken', 'the organization has a member with this e-mail address');
              }
              const open = await stores.invitations.list(organizationId, createdAt);
              if (members.length + open.length >= membersMost) {
                throw conflict('member_limit_reached', `members and invitations are at most ${membersMost} together`);
              }
              await stores.invitations.put(invitation);
              const changes = { before: null, after: { role, expires_at: expiresAt.toISOString() } };
              const act = { action: 'invitation.created', subject: invitation.id, details: {}, changes };
              await recordAct(stores, ports, actorOf(signedIn), act);
              // The token stands behind the hash, which browsers send to no server.
              return { invitation, link: `${settings.baseUrl}/console/invitation#${token}` };
            },
          };
        },
        replay: async (id) => {
          const open = await storage.invitations.list(organizationId, clock.now());
          const invitation = open.find((one) => one.id === id);
          if (!invitation) throw notFound('invitation');
          return { invitation, link: null };
        },
      },
    );
  };
}

/** Throws NOT_FOUND. Works in read-only mode, because it takes access away. */
export function withdrawInvitation(ports: CorePorts) {
  return async (signedIn: SignedIn, id: string): Promise<void> => {
    await ports.storage.transaction(async (stores) => {
      await actingMembers(stores, ports, signedIn, 'members');
      const isWithdrawn = isId('ivt', id) && (await stores.invitations.remove(signedIn.organizationId, id));
      if (!isWithdrawn) throw notFound('invitation');
      await recordAct(stores, ports, actorOf(signedIn), { action: 'invitation.withdrawn', subject: id, details: {} });
    });
  };
}

export interface OpenInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
}

/** Finds an open invitation by its link's token. Otherwise throws NOT_FOUND `invitation_over`, whatever the cause. */
export function readInvitation(ports: CorePorts) {
  const { storage, clock } = ports;
  return async (token: string): Promise<OpenInvitation> => {
    const invitation = await storage.invitations.find(linkDigest(ports, token), clock.now());
    const organization = invitation && (await storage.organizations.find(invitation.organizationId));
    if (!organization) throw over();
    return { invitation, organization };
  };
}

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  readonly agent: string;
  readonly earlierToken?: string | undefined;
  readonly requestId: RequestId;
}

/**
 * Makes the member with a password of their own, and signs in. The invitation has to be one of a member who may still
 * invite. Throws as `readInvitation`, BAD_REQUEST `password`, CONFLICT `email_taken` or `member_limit_reached`.
 */
export function acceptInvitation(ports: CorePorts) {
  const { storage, passwords, ids, clock } = ports;
  return async ({ token, password, ...browser }: Acceptance): Promise<NewSession> => {
    const { invitation } = await readInvitation(ports)(token);
    const { organizationId, email, role, invitedBy } = invitation;
    const problem = passwordProblem(password, email);
    if (problem) throw badRequest('password', problem);
    const passwordHash = await passwords.hash(password);
    const own = { id: ids.next('user'), organizationId, email, role, createdAt: clock.now() };
    const member: Member = { ...own, passwordHash, temporaryPasswordUntil: null };
    await storage.transaction(async (stores) => {
      const members = await stores.members.lockAll(organizationId);
      const inviter = members.find(({ id }) => id === invitedBy);
      const mayInvite = inviter !== undefined && permissionsOf(inviter.role).includes('members');
      // If two people use the link at once, the one who removes it becomes the member.
      if (!mayInvite || !(await stores.invitations.remove(organizationId, invitation.id))) throw over();
      await storeMember(stores, members, member);
      const actor = { organizationId, environment: null, actor: member.id, requestId: browser.requestId };
      const changes = { before: null, after: { role } };
      const act = { action: 'invitation.accepted', subject: member.id, details: { invited_by: invitedBy }, changes };
      await recordAct(stores, ports, actor, act);
    });
    return beginSession(ports, member, browser);
  };
}

function over(): ServiceError {
  const message = 'this invitation was used, withdrawn or is over: ask for a new one';
  return new ServiceError('NOT_FOUND', message, { reason: 'invitation_over' });
}

function linkDigest({ digester }: CorePorts, token: string): string {
  return digester.keyed('invitation', token);
}
