import type { Operation } from './operation.ts';

/**
 * Thrown to the caller of a write that waits for a person: nothing is sent yet, and the operation tells what becomes of it.
 * It is no refusal; hosts answer 202 with the operation.
 */
export class AwaitsApproval extends Error {
  readonly operation: Operation;
  /** True if an earlier request with the same reference or key asked for it. */
  readonly replayed: boolean;

  constructor(operation: Operation, replayed: boolean) {
    super(`the write waits for a person's approval as ${operation.id}`);
    this.name = 'AwaitsApproval';
    this.operation = operation;
    this.replayed = replayed;
  }
}
