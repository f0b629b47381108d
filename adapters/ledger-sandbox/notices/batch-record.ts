import type { Shelved } from '../books/shelf.ts';

/** A notification body with fixed bytes, stored until it is delivered or given up. */
export interface BatchRecord extends Shelved {
  readonly clientId: string;
  readonly first: number;
  readonly last: number;
  readonly body: string;
  readonly attempts: number;
  readonly nextAttemptAt: number;
}
