import type { Shelved } from './shelf.ts';

/** A file that hangs on a document. A file of the same name takes its place, under a new id. */
export interface AttachmentRecord extends Shelved {
  readonly documentId: string;
  readonly name: string;
  readonly mimeType: string;
  /** In base64, because records are stored as JSON. */
  readonly content: string;
  readonly length: number;
  readonly isOnline: boolean;
}
