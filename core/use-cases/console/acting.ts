import type { SignedIn } from '../../domain/console-session.ts';
import type { Member } from '../../domain/member.ts';
import { assertAllowed, type Permission } from '../../domain/permission.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { signedOut } from './signed-out.ts';

/**
 * The organization's members, held, for an act on access itself. Asks once more, inside its transaction, whether the
 * actor may: between the request's arrival and now the member may have been removed, demoted or signed out.
 */
export async function actingMembers(
  stores: Stores,
  { clock }: Pick<CorePorts, 'clock'>,
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
