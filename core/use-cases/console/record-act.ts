import type { AuditEntry } from '../../domain/audit.ts';
import type { Environment } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

export type Act = Omit<AuditEntry, 'id' | 'at'>;

/** Notes an administrative act, in the transaction that does it. */
export function recordAct(
  { audit }: Pick<Stores, 'audit'>,
  { ids, clock }: Pick<CorePorts, 'ids' | 'clock'>,
  act: Act,
): Promise<void> {
  return audit.record({ ...act, id: ids.next('audit'), at: clock.now() });
}

/** Who acts, where: an act on people concerns both environments. */
export function actorOf({ organizationId, memberId, requestId }: SignedIn, environment: Environment | null = null) {
  return { organizationId, environment, actor: memberId, requestId };
}
