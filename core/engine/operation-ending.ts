import type { Json } from '../domain/json.ts';
import { isTerminal, type Operation, type OperationType } from '../domain/operation.ts';
import type { Stores } from '../ports/storage.ts';

/**
 * What follows when an operation of one type ends by its worker, or by the sweep when it kills every worker, in the
 * transaction that ends it. `ended` has all its steps, those of the last attempt included.
 */
export interface OperationEnding {
  /** The result of an operation that did not succeed, e.g. which of its writes stand. */
  resultOfFailure(ended: Operation): Json;
  /** Announces the end, unless it was cancelled. */
  told(stores: Stores, ended: Operation): Promise<void>;
}

export type OperationEndings = Readonly<Partial<Record<OperationType, OperationEnding>>>;

/** Undefined while the operation goes on. */
export function endingOf(endings: OperationEndings, { type, state }: Operation): OperationEnding | undefined {
  return isTerminal(state) ? endings[type] : undefined;
}
