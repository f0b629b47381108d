// What a type of operation brings along: how one try is done, and what follows when an operation has ended.
import { type Id, isId } from '../domain/ids.ts';
import type { Json } from '../domain/json.ts';
import { isTerminal, type Lease, type Operation, type OperationType } from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';
import type { Stores } from '../ports/storage.ts';
import type { Finding } from './batch.ts';
import type { Steps } from './step-runner.ts';

/** One try at an operation, as its kind sees it. */
export interface Attempt {
  readonly operation: Operation;
  readonly lease: Lease;
  readonly steps: Steps;
}

/** `also` stores what belongs to the outcome in the commit that settles the operation, where its lease still holds. */
export type Outcome = AttemptOutcome & { readonly also?: ((stores: Stores) => Promise<void>) | undefined };

/**
 * How an attempt went. A function decides in the transaction that settles the operation, which holds its row by then, and
 * stores what the attempt gives rise to: all of it is stored or none; it runs again when that transaction fails.
 */
export type Conclusion = Outcome | Decision | Finding;
export type Decision = (stores: Stores) => Promise<AttemptOutcome>;

/** Does one kind of background work. What it throws is classified by `classifyFailure`. */
export type OperationKind = (attempt: Attempt) => Promise<Conclusion>;

export type OperationKinds = Readonly<Partial<Record<OperationType, OperationKind>>>;

/**
 * What follows when an operation of one type ends by its worker, or by the sweep when it kills every worker, in the
 * transaction that ends it. `ended` has all its steps, those of the last attempt included.
 */
export interface OperationEnding {
  /** The result of an operation that did not succeed, e.g. which of its writes were done. */
  resultOfFailure(stores: Stores, ended: Operation): Promise<Json>;
  /** Announces the end, unless it was cancelled. */
  announce(stores: Stores, ended: Operation): Promise<void>;
}

export type OperationEndings = Readonly<Partial<Record<OperationType, OperationEnding>>>;

/** Undefined while the operation goes on. */
export function endingOf(endings: OperationEndings, { type, state }: Operation): OperationEnding | undefined {
  return isTerminal(state) ? endings[type] : undefined;
}

/** There is nothing more to store than that it went well. */
export function succeeded(result: Json): AttemptOutcome {
  return { kind: 'succeeded', result };
}

/** The attempt did what it could: another goes on later, and none of the operation's tries is used up. */
export function continueLater(reason: string, message: string, retryAfterSeconds: number): AttemptOutcome {
  return { kind: 'postponed', retryAfterSeconds, error: { code: 'INTERNAL', reason, message, retryable: true } };
}

type Asked = Pick<Operation, 'type' | 'input'>;

/** An id of the operation's input. What is missing there was queued wrongly: a defect. */
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
