import { agentMark } from '../../domain/actor.ts';
import type { AuditEntry, Caller } from '../../domain/caller.ts';
import { canonicalJson, type JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

/** Who acts, where (null: in both environments), and by which request. */
export type Actor = Pick<AuditEntry, 'organizationId' | 'environment' | 'actor' | 'requestId'> &
  Pick<Caller, 'name' | 'rights'>;

/** Writes the audit entry of an act, in the transaction that does it. */
export function recordAct(
  { audit }: Stores,
  { ids, clock }: CorePorts,
  { organizationId, environment, actor, name, rights, requestId }: Actor,
  {
    changes = null,
    details,
    ...act
  }: Pick<AuditEntry, 'action' | 'subject' | 'details'> & Partial<Pick<AuditEntry, 'changes'>>,
): Promise<void> {
  return audit.record({
    organizationId,
    environment,
    actor,
    actorName: name ?? null,
    requestId,
    ...act,
    details: rights?.agent ? { ...details, ...agentMark } : details,
    changes,
    id: ids.next('audit'),
    at: clock.now(),
  });
}

/** The fields of `after` that differ from `before`; null where none does. */
export function changesOf(before: JsonObject, after: JsonObject): AuditEntry['changes'] {
  const isOther = (name: string) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null);
  const names = Object.keys(after).filter(isOther);
  const only = (side: JsonObject) => Object.fromEntries(names.map((name) => [name, side[name] ?? null]));
  return names.length === 0 ? null : { before: only(before), after: only(after) };
}
