import type { Json } from '../domain/json.ts';
import type { Operation, OperationType } from '../domain/operation.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { automationEndings } from './automations/automation-ending.ts';

/**
 * What follows when an operation of one type ends as succeeded, failed or dead letter, in the transaction that ends
 * it: by its worker, or by the sweep when it kills every worker. `ended` has all its steps, those of the last attempt
 * included.
 */
export interface OperationEnding {
  /** The result of an operation that failed or died, e.g. which of its writes stand. */
  resultOfFailure(ended: Operation): Json;
  /** Announces the end. */
  told(stores: Stores, ended: Operation): Promise<void>;
}

export type OperationEndings = Readonly<Partial<Record<OperationType, OperationEnding>>>;

export function operationEndings(ports: Pick<CorePorts, 'ids' | 'clock' | 'digester'>): OperationEndings {
  return { ...automationEndings(ports) };
}

/** Undefined while the operation goes on, and for one that was cancelled. */
export function endingOf(endings: OperationEndings, { type, state }: Operation): OperationEnding | undefined {
  return state === 'succeeded' || state === 'failed' || state === 'dead_letter' ? endings[type] : undefined;
}
