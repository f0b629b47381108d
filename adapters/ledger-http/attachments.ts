// Files of records: raw bytes in, raw bytes out, addressed by their names when they are attached and by their ids when read.
import {
  type Attachment,
  downloadBytesMost,
  familyOf,
  isJsonObject,
  type Json,
  type LedgerGateway,
  type NamedRecord,
  ServiceError,
} from '#core/ports';
import type { CallBounds } from '../outgoing-http/transport.ts';
import { counted } from './acts.ts';
import type { Caller, JsonAnswer } from './caller.ts';
import { recordAddress } from './reads.ts';
import { unreadable } from './refusal.ts';
import { families } from './wire/families.ts';

/** An upload ends before its Idempotency-Key may be taken over. */
const uploadBounds = { totalTimeoutMs: 40_000 };

type Files = Required<Pick<LedgerGateway, 'listAttachments' | 'readAttachment' | 'attach'>>;

export function attachmentsOf(caller: Caller, bounds: CallBounds): Files {
  return {
    async listAttachments(access, record) {
      const path = address(record);
      const answer = await caller.json(access, { method: 'GET', path, record: familyOf(record.type).singular });
      return elementsOf(answer).flatMap((element) => attachmentOf(element) ?? []);
    },
    /** Provider: an address by name breaks for some names, so files are read by id. */
    async readAttachment(access, record, attachmentId) {
      const path = address(record, attachmentId);
      const call = { method: 'GET', path, accept: '*/*', record: 'attachment' } as const;
      const { answer, finish } = await caller.open(access, call, { ...bounds, maxBytes: downloadBytesMost });
      return counted(answer.body, finish);
    },
    async attach(access, record, { filename, contentType, includeOnline, bytes }, providerKey) {
      const path = address(record, filename) + (includeOnline ? '?IncludeOnline=true' : '');
      const headers = { 'idempotency-key': providerKey, 'content-type': contentType };
      const call = { method: 'PUT', path, headers, body: bytes, record: familyOf(record.type).singular } as const;
      try {
        const answer = await caller.json(access, call, uploadBounds);
        const attached = elementsOf(answer).flatMap((element) => attachmentOf(element) ?? [])[0];
        if (attached) return attached;
        throw unreadable('it does not hold the file that was attached', answer.status, answer.purpose);
      } catch (error) {
        throw tooLargeThere(error);
      }
    },
  };
}

/** Provider: `Attachments` below the record's own address. */
function address({ type, providerId }: NamedRecord, last?: string): string {
  return recordAddress(families[type], providerId, `/Attachments${last === undefined ? '' : `/${encodedName(last)}`}`);
}

/** Provider: each byte but the unreserved ones must be percent-encoded, also those that `encodeURIComponent` leaves. */
export function encodedName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function elementsOf({ json, status, purpose }: JsonAnswer): readonly Json[] {
  const elements = json['Attachments'];
  if (Array.isArray(elements)) return elements;
  throw unreadable('it has no Attachments', status, purpose);
}

/** Undefined for an element without an id or a name, which nobody could read or replace. */
function attachmentOf(element: Json): Attachment | undefined {
  if (!isJsonObject(element)) return undefined;
  const { AttachmentID: id, FileName: filename, MimeType: type, ContentLength: length, IncludeOnline } = element;
  if (typeof id !== 'string' || id === '' || id.length > 100 || typeof filename !== 'string') return undefined;
  return {
    attachmentId: id.toLowerCase(),
    filename,
    contentType: typeof type === 'string' ? type : '',
    // Provider: a number, although its pages print a text.
    size: sizeOf(length),
    // Provider: only told where it is true.
    includeOnline: IncludeOnline === true,
  };
}

function sizeOf(length: Json | undefined): number {
  const size = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : length;
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : 0;
}

/** Provider: a file that is too large for it is a 413, before anything is kept. */
function tooLargeThere(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.details.providerError?.status !== 413) return error;
  const details = { ...error.details, reason: 'attachment_too_large' };
  return new ServiceError('PAYLOAD_TOO_LARGE', 'the file is larger than the provider takes', details, error);
}
