import type { Shelved } from '../books/shelf.ts';
import type { JsonObject } from '../http/json.ts';

/** One announced change that is not yet in a batch; its place in the app's sequence is fixed. */
export interface EventRecord extends Shelved {
  readonly clientId: string;
  readonly sequence: number;
  readonly event: JsonObject;
}
