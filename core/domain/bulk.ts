import type { Plane } from './caller.ts';
import type { ErrorSnapshot } from './errors.ts';
import type { ConnectionId, OperationId } from './ids.ts';
import type { WriteWarning } from './ledger-record.ts';
import type { ResourceType } from './resource.ts';

/** The most items of one request. */
export const bulkItemsMost = 1000;
export const itemKeyMaxLength = 64;
/** The most unfinished bulk writes of one connection; each holds up to 5 MiB. */
export const unfinishedBulksMost = 10;

/** `unknown`: the item is about to be sent or was sent, and the provider's answer is not known. */
export const bulkItemStatuses = ['pending', 'succeeded', 'failed', 'unknown'] as const;
export type BulkItemStatus = (typeof bulkItemStatuses)[number];

export interface BulkItem extends Plane {
  readonly id: string;
  readonly operationId: OperationId;
  readonly connectionId: ConnectionId;
  readonly type: ResourceType;
  /** From 0, in the order of the request. */
  readonly position: number;
  readonly itemKey: string;
  /** The provider's id of the record to change; null creates one. */
  readonly targetId: string | null;
  /** The prepared write as JSON; null once the item succeeded, and under zero retention. */
  readonly body: string | null;
  /** The same, sealed, under zero retention; null once the operation ended. */
  readonly sealedBody: string | null;
  readonly status: BulkItemStatus;
  /** The operation's latest provider call with this item, counted from 1; 0 for none. */
  readonly call: number;
  /** The most items of a call with this item; halved when the provider refuses a whole call. */
  readonly together: number;
  /** The operation's run that decided the status; 0 for none. A later run repeats items that did not succeed. */
  readonly run: number;
  readonly providerId: string | null;
  readonly error: ErrorSnapshot | null;
  /** What the answer lacks or has otherwise; null for nothing. */
  readonly warnings: readonly WriteWarning[] | null;
}

/** Ids sort like positions. */
export function bulkItemId(operationId: OperationId, position: number): string {
  return `${operationId}.${String(position).padStart(4, '0')}`;
}

export type BulkCounts = Readonly<Record<BulkItemStatus | 'total', number>>;
