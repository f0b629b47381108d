import type { Actor } from '../../domain/actor.ts';
import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { type SyncScope, syncScopes } from '../../domain/sync.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftOperation } from './draft-operation.ts';

const syncTriggers = ['request', 'activation', 'schedule', 'poll', 'follow', 'notification', 'gap'] as const;
type SyncTrigger = (typeof syncTriggers)[number];

export interface SyncAsk {
  readonly type: 'connection.sync' | 'connection.reconcile' | 'connection.follow';
  readonly scope: SyncScope;
  readonly emitsSnapshots?: boolean;
  readonly trigger: SyncTrigger;
  readonly requestId: RequestId;
  readonly begunBy?: Actor;
  readonly dueAt?: Date;
}

export function draftSync(
  ports: CorePorts,
  connection: Pick<Connection, 'id' | keyof Plane>,
  { type, scope, emitsSnapshots = false, trigger, ...asked }: SyncAsk,
): Operation {
  const input = { scope, emit_invoice_snapshots: emitsSnapshots, trigger };
  // One that leaves nothing out is not absorbed by one that may.
  const subject = type === 'connection.sync' && trigger === 'gap' ? trigger : scope;
  const work = { type, connectionId: connection.id, subject, input };
  return draftOperation(ports, connection, { ...work, ...asked });
}

export type SyncInput = Required<Pick<SyncAsk, 'scope' | 'trigger' | 'emitsSnapshots'>>;

/** Throws Error for wrongly queued input. */
export function syncInputOf({ type, input }: Pick<Operation, 'type' | 'input'>): SyncInput {
  const scope = syncScopes.find((known) => known === input['scope']);
  const trigger = syncTriggers.find((known) => known === input['trigger']);
  if (!scope || !trigger) throw new Error(`the input of a ${type} operation has no scope or trigger`);
  return { scope, trigger, emitsSnapshots: input['emit_invoice_snapshots'] === true };
}
