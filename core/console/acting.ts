// Changes by members in the console: each is made once per Idempotency-Key, checked until it is stored, and audited.
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { ServiceError } from '../domain/errors.ts';
import { idempotencyKeyMaxLength } from '../domain/idempotency.ts';
import { assertAllowed, type Member, type Permission } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { type Actor, recordAct } from '../use-cases/access/record-act.ts';
import { type Change, changeOnce } from '../use-cases/writes/change-once.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';

/**
 * Makes a change at most once per Idempotency-Key, if one is given. A member's keys are separate from other members' and
 * from the API's.
 */
export function once<T>(
  ports: CorePorts,
  { signedIn, environment, write }: { signedIn: SignedIn; environment: Environment; write: Write },
  change: Pick<Change<T>, 'act' | 'draft' | 'replay' | 'queuesWork'>,
): Promise<Answered<T>> {
  const { organizationId, memberId } = signedIn;
  const { key } = write;
  const isOrdinary = key !== undefined && key !== '' && key.length <= idempotencyKeyMaxLength;
  const own = isOrdinary ? `console:${ports.digester.keyed('console-idempotency', `${memberId} ${key}`)}` : key;
  const caller = { organizationId, environment, actor: memberId };
  return changeOnce(ports, caller, { ...write, key: own }, { keyRequired: false, ...change });
}

/**
 * Locks the organization's members for an act on access. Checks again inside the transaction whether the actor may: the
 * member may have been removed, demoted or signed out since the request arrived.
 */
export async function actingMembers(
  stores: Stores,
  { clock }: CorePorts,
  { organizationId, memberId, sessionId }: SignedIn,
  permission: Permission,
): Promise<readonly Member[]> {
  const members = await stores.members.lockAll(organizationId);
  const actor = members.find(({ id }) => id === memberId);
  const sessions = await stores.consoleSessions.list(memberId, clock.now());
  if (!actor || !sessions.some(({ id }) => id === sessionId)) throw signedOut();
  assertAllowed(actor.role, permission);
  return members;
}

/** The environment is null for acts on people, which concern both. */
export function actorOf(
  { organizationId, memberId, email, requestId }: SignedIn,
  environment: Environment | null = null,
): Actor {
  return { organizationId, environment, actor: memberId, name: email, requestId };
}

/** Answers every request without a session alike. */
export function signedOut(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'sign in to the console', { reason: 'signed_out' });
}

/** Audits a member's call of an API route whose act leaves no entry. `path` is the request's, with ids only. */
export function noteCall(ports: CorePorts) {
  return (
    signedIn: SignedIn,
    call: Readonly<Record<'subject' | 'method' | 'path', string>> & { readonly environment: Environment },
  ): Promise<void> => {
    const { environment, subject, method, path } = call;
    const act = { action: 'console.write', subject, details: { method, path } };
    return recordAct(ports.storage, ports, actorOf(signedIn, environment), act);
  };
}
