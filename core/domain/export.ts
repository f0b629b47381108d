import type { OperationId } from './ids.ts';
import type { Plane } from './plane.ts';
import { resourceTypes } from './resource.ts';

/**
 * The lists that can be saved as a file, by the last part of their path in the API; `operation-items` are those of a bulk
 * write, which are also meant by `items` with an `operation_id`.
 */
export const exportedNames = [
  ...(['connections', 'operations', 'operation-items', 'events', 'webhook-deliveries', 'webhook-endpoints'] as const),
  ...(['requests', 'usage', 'budgets', 'audit', 'members', 'api-keys'] as const),
  ...resourceTypes,
] as const;
export type ExportedName = (typeof exportedNames)[number];

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A stored file ends after the page in which it reaches one of these. */
export const exportRowsMost = 1_000_000;
export const exportBytesMost = 256 * 1024 * 1024;

/** The newest files that a plane keeps; the next one removes the oldest. */
export const exportsKept = 5;

/** A piece of a file that `list.export` makes, sealed because records may be in it. */
export interface ExportPart extends Plane {
  /** The operation's id and the position. */
  readonly id: string;
  readonly operationId: OperationId;
  /** From 0. */
  readonly position: number;
  readonly sealedText: string;
  readonly createdAt: Date;
}
