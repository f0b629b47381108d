import type { Shelved } from './shelf.ts';

/** A note on a document, shown to the people of the organisation. */
export interface HistoryRecord extends Shelved {
  readonly documentId: string;
  readonly details: string;
  readonly changes: string;
  /** A person of the organisation; absent for what came through the API. */
  readonly user?: string;
}
