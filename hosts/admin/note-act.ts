import type { AuditEntry, CorePorts } from '#core';

export interface OperatorsAct extends Pick<AuditEntry, 'organizationId' | 'action' | 'details'> {
  readonly environment?: AuditEntry['environment'];
  /** Of what was made or changed. */
  readonly id: string;
}

/** Notes what an operator did by command. It is not in the act's own transaction: one that cannot be noted fails aloud. */
export function noteAct(
  { storage, ids, clock }: Pick<CorePorts, 'storage' | 'ids' | 'clock'>,
  { id, organizationId, environment = null, action, details }: OperatorsAct,
): Promise<void> {
  const when = { id: ids.next('audit'), requestId: ids.next('req'), at: clock.now() };
  return storage.audit.record({
    ...when,
    organizationId,
    environment,
    actor: 'operator',
    action,
    subject: id,
    details,
  });
}
