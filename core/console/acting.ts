// What a change that a member makes in the console goes through: once a key, allowed until it is made, on record.
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { ServiceError } from '../domain/errors.ts';
import { idempotencyKeyMaxLength } from '../domain/idempotency.ts';
import { assertAllowed, type Member, type Permission } from '../domain/organization.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { type Answered, type Change, changeOnce, type Write } from '../use-cases/claim-key.ts';
import { type Actor, recordAct } from '../use-cases/record-act.ts';

/**
 * Makes a change at most once per Idempotency-Key, where one is given: a double click makes one thing. A member's keys
 * are the member's own, apart from other members' and from those of the API.
 */
export function once<T>(
  ports: CorePorts,
  { signedIn, environment, write }: { signedIn: SignedIn; environment: Environment; write: Write },
  change: Pick<Change<T>, 'act' | 'draft' | 'replay'>,
): Promise<Answered<T>> {
  const { organizationId, memberId } = signedIn;
  const { key } = write;
  const isOrdinary = key !== undefined && key !== '' && key.length <= idempotencyKeyMaxLength;
  const own = isOrdinary ? `console:${ports.digester.keyed('console-idempotency', `${memberId} ${key}`)}` : key;
  const caller = { organizationId, environment, actor: memberId };
  return changeOnce(ports, caller, { ...write, key: own }, { keyRequired: false, ...change });
}

/**
 * The organization's members, held, for an act on access itself. Asks once more, inside its transaction, whether the
 * actor may: between the request's arrival and now the member may have been removed, demoted or signed out.
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

/** Who acts, where: an act on people concerns both environments. */
export function actorOf(
  { organizationId, memberId, requestId }: SignedIn,
  environment: Environment | null = null,
): Actor {
  return { organizationId, environment, actor: memberId, requestId };
}

/** One answer to every request without a session, whatever became of it. */
export function signedOut(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'sign in to the console', { reason: 'signed_out' });
}

/**
 * A change that a member made through the API's routes, where the act leaves no entry of its own: who, what, to what.
 * `path` is the request's, which holds ids and nothing else.
 */
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
