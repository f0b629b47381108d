import type { Operation } from '../../domain/operation.ts';
import { type SyncScope, syncScopes } from '../../domain/sync-scope.ts';
import { type SyncTrigger, syncTriggers } from './draft-sync.ts';

/** What `draftSync` wrote into the operation. */
export interface SyncInput {
  readonly scope: SyncScope;
  readonly emitsSnapshots: boolean;
  readonly trigger: SyncTrigger;
}

/** What is missing there was queued wrongly: a defect. */
export function syncInputOf({ type, input }: Pick<Operation, 'type' | 'input'>): SyncInput {
  const scope = syncScopes.find((known) => known === input['scope']);
  const trigger = syncTriggers.find((known) => known === input['trigger']);
  if (!scope || !trigger) throw new Error(`the input of a ${type} operation has no scope or trigger`);
  return { scope, trigger, emitsSnapshots: input['emit_invoice_snapshots'] === true };
}
