import type { Json } from '../domain/json.ts';
import type { Operation, OperationType } from '../domain/operation.ts';
import type { AttemptOutcome } from '../domain/operation-moves.ts';
import type { Stores } from '../ports/storage.ts';
import type { Steps } from './step-runner.ts';

/** One try at an operation, as its kind sees it. */
export interface Attempt {
  readonly operation: Operation;
  readonly steps: Steps;
}

/** An outcome that is certain, and what is stored with it: cheaper than a function, since independent ones share a commit. */
export interface OutcomeWith {
  readonly outcome: AttemptOutcome;
  /** Runs in the transaction that settles the operation, once the lease is known to hold; again when that one fails. */
  readonly also: (stores: Stores) => Promise<void>;
}

/**
 * How an attempt went. A function also keeps what the attempt gives rise to: it runs in the transaction that settles
 * the operation, which it holds by then, so all of it is kept or none; it runs again when that transaction fails.
 */
export type Conclusion = AttemptOutcome | OutcomeWith | ((stores: Stores) => Promise<AttemptOutcome>);

/** Does one kind of background work. What it throws is classified by `classifyFailure`. */
export type OperationKind = (attempt: Attempt) => Promise<Conclusion>;

export type OperationKinds = Readonly<Partial<Record<OperationType, OperationKind>>>;

/** Nothing more to keep than that it went well. */
export function succeeded(result: Json): AttemptOutcome {
  return { kind: 'succeeded', result };
}
