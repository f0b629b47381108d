// A kind of operation: how one attempt is made, and what follows when an operation has ended.
import { type Id, isId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';
import { isTerminal, type Lease, type Operation, type OperationType } from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';
import type { Stores } from '../ports/storage.ts';
import type { Finding, GivenUp } from './batch.ts';
import type { Steps } from './step-runner.ts';

export interface Attempt {
  readonly operation: Operation;
  readonly lease: Lease;
  readonly steps: Steps;
}

/** `also` stores more in the commit that settles the operation, if the lease still holds. */
export type Outcome = AttemptOutcome & { readonly also?: ((stores: Stores) => Promise<void>) | undefined };

/**
 * The result of an attempt. A decision runs in the transaction that settles the operation and has locked its row, and
 * stores what follows from the attempt: all of it is stored or none. It runs again if that transaction fails.
 */
export type Conclusion = Outcome | Decision | Finding;
export type Decision = (stores: Stores) => Promise<AttemptOutcome>;

/** Does one kind of background work. `classifyFailure` judges what it throws. */
export type OperationKind = (attempt: Attempt) => Promise<Conclusion>;

export type OperationKinds = Readonly<Partial<Record<OperationType, OperationKind>>>;

/**
 * What follows in the transaction that ends an operation of one type: a worker's, or a sweep's after too many lost workers.
 * `ended` has all its steps, including those of the last attempt.
 */
export interface OperationEnding {
  /** The result of an operation that did not succeed, e.g. which of its writes were done. */
  resultOfFailure(stores: Stores, ended: Operation): Promise<Json>;
  /** Announces the end, unless it was cancelled. */
  announce(stores: Stores, ended: Operation): Promise<void>;
}

export type OperationEndings = Readonly<Partial<Record<OperationType, OperationEnding>>>;

export interface OperationTable {
  readonly kinds: OperationKinds;
  readonly endings: OperationEndings;
  readonly givenUp?: GivenUp | undefined;
}

/** Undefined if the operation has not ended. */
export function endingOf(endings: OperationEndings, { type, state }: Operation): OperationEnding | undefined {
  return isTerminal(state) ? endings[type] : undefined;
}

/** The attempt succeeded, and only its result is stored. */
export function succeeded(result: Json): AttemptOutcome {
  return { kind: 'succeeded', result };
}

/** The attempt did what it could. The operation continues later, and no attempt is used up. */
export function continueLater(reason: string, message: string, retryAfterSeconds: number): AttemptOutcome {
  return { kind: 'postponed', retryAfterSeconds, error: { code: 'INTERNAL', reason, message, retryable: true } };
}

type Asked = Pick<Operation, 'type' | 'input'>;

/** An id in the operation's input. If it is missing, the operation was queued wrongly: a defect. */
export function inputId<P extends string>({ type, input }: Asked, prefix: P, name: string): Id<P> {
  const value = input[name];
  if (typeof value === 'string' && isId(prefix, value)) return value;
  throw new Error(`the input of a ${type} operation has no ${name}`);
}

export function inputText({ type, input }: Asked, name: string): string {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`the input of a ${type} operation has no ${name}`);
}
