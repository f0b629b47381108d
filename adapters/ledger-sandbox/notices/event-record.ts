import type { Shelved } from '../books/shelf.ts';
import type { JsonObject } from '../http/json.ts';

/** An announced change that is not yet in a batch; its sequence number is fixed. */
export interface EventRecord extends Shelved {
  readonly clientId: string;
  readonly sequence: number;
  readonly event: JsonObject;
}
