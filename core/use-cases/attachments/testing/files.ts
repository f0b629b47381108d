// Files as a host hands them over, and what the ledger's books hold of them.
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../domain/caller.ts';
import type { ServiceError } from '../../../domain/errors.ts';
import type { Books } from '../../resources/testing/books.ts';
import type { Service } from '../../testing/service.ts';
import type { UploadPath } from '../upload-attachment.ts';

/** A file of a kind, with some words in it. */
export const fileOf = (words = 'a bill', begin = '%PDF-1.7\n'): Uint8Array =>
  Uint8Array.from(`${begin}${words}`, (one) => one.charCodeAt(0));

export interface Sent extends Partial<Pick<UploadPath, 'filename' | 'replace' | 'includeOnline' | 'key'>> {
  readonly bytes?: Uint8Array;
  readonly contentType?: string;
  /** As it was declared, where that is not the number of bytes. */
  readonly size?: number | null;
  /** Called when the bytes are asked for. */
  readonly reading?: () => void;
}

interface Open {
  readonly service: Service;
  readonly caller: Caller;
  readonly books: Pick<Books, 'connection'>;
}

/** Attaches a file to a record; each upload has its own key unless one is given. */
export function filesIn({ service, caller, books }: Open, type: string, resourceId: string) {
  const path = { connectionId: books.connection.id, type, resourceId };
  const { attachments } = service.core;
  return {
    upload: ({ bytes = fileOf(), contentType = 'application/pdf', size, reading, ...asked }: Sent = {}) =>
      attachments.upload(caller, {
        ...path,
        filename: 'bill.pdf',
        key: randomUUID(),
        ...asked,
        file: {
          size: size === undefined ? bytes.length : size,
          contentType,
          async read() {
            reading?.();
            return bytes;
          },
        },
      }),
    list: () => attachments.list(caller, path),
    remove: (attachmentId: string) => attachments.remove(caller, { ...path, attachmentId }),
    async download(attachmentId: string) {
      const { chunks, ...file } = await attachments.download(caller, { ...path, attachmentId });
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { ...file, bytes: Uint8Array.from(parts.flatMap((part) => [...part])) };
    },
  };
}

/** The code and the reason of a refusal. */
export const reasonOf = ({ code, details }: ServiceError): string => [code, details.reason].filter(Boolean).join(' ');
