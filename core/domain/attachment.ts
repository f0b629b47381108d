// Files that hang on a record: what they may be called, which kinds are taken, and how much of them.
import { badRequest, conflict, type FieldError, ServiceError } from './errors.ts';
import type { ResourceType } from './resource.ts';

/** A file at the provider, without its bytes. */
export interface Attachment {
  /** The provider's id. Providers give a file that replaces another a new one. */
  readonly attachmentId: string;
  readonly filename: string;
  /** As the provider says it; empty where it says none. */
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Shown on the page that the customer sees of a sale. */
  readonly includeOnline: boolean;
}

/** A file as it is attached. */
export interface AttachedFile extends Omit<Attachment, 'attachmentId' | 'size'> {
  readonly bytes: Uint8Array;
}

/** Of the service, whatever the provider takes. */
export const attachmentBytesMost = 10_000_000;
/** People attach more in the provider's own pages than its API takes. */
export const downloadBytesMost = 25 * 1024 * 1024;
export const filenameBytesMost = 255;
/** Bytes of attachments that a connection may read in a UTC day, unless the deployment says otherwise. */
export const attachmentBytesPerDay = 500_000_000;

/** The prefix of the service's id of an attachment. */
export const attachmentPrefix = 'att';

/** Families whose records have files, at providers that have any. */
export const filedFamilies: readonly ResourceType[] = [
  'invoices',
  'credit_notes',
  'quotes',
  'purchase_orders',
  'contacts',
  'accounts',
  'manual_journals',
  'bank_transfers',
  'repeating_invoices',
  'bank_transactions',
];

/** Families whose records a customer may see online, with the files that are marked for it. */
export const onlineFamilies: readonly ResourceType[] = ['invoices', 'credit_notes'];

interface Kind {
  /** The type under which it is stored and answered; the first of those that fit it. */
  readonly types: readonly [string, ...string[]];
  /** Its first bytes; several may fit. Absent where a kind has none that are certain. */
  readonly begins?: readonly string[];
  readonly isText?: true;
}

const zip = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** By extension. What is not listed is not taken, so neither pages nor programs are. */
const kinds: Readonly<Record<string, Kind>> = {
  '7z': { types: ['application/x-7z-compressed'], begins: ['7z\xbc\xaf\x27\x1c'] },
  bmp: { types: ['image/bmp', 'image/x-ms-bmp'], begins: ['BM'] },
  csv: { types: ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel'], isText: true },
  doc: { types: ['application/msword'] },
  docx: { types: [`${office}.wordprocessingml.document`], begins: zip },
  eml: { types: ['message/rfc822', 'text/plain'], isText: true },
  gif: { types: ['image/gif'], begins: ['GIF87a', 'GIF89a'] },
  jpeg: { types: ['image/jpeg', 'image/jpg', 'image/pjpeg'], begins: ['\xff\xd8\xff'] },
  jpg: { types: ['image/jpeg', 'image/jpg', 'image/pjpeg'], begins: ['\xff\xd8\xff'] },
  keynote: { types: ['application/vnd.apple.keynote', 'application/x-iwork-keynote-sffkey'], begins: zip },
  msg: { types: ['application/vnd.ms-outlook'] },
  numbers: { types: ['application/vnd.apple.numbers', 'application/x-iwork-numbers-sffnumbers'], begins: zip },
  odf: { types: [`${open}.formula`], begins: zip },
  ods: { types: [`${open}.spreadsheet`], begins: zip },
  odt: { types: [`${open}.text`], begins: zip },
  pages: { types: ['application/vnd.apple.pages', 'application/x-iwork-pages-sffpages'], begins: zip },
  pdf: { types: ['application/pdf', 'application/x-pdf'], begins: ['%PDF-'] },
  png: { types: ['image/png'], begins: ['\x89PNG\r\n\x1a\n'] },
  ppt: { types: ['application/vnd.ms-powerpoint'] },
  pptx: { types: [`${office}.presentationml.presentation`], begins: zip },
  rar: {
    types: ['application/vnd.rar', 'application/x-rar-compressed', 'application/x-rar'],
    begins: ['Rar!\x1a\x07'],
  },
  rtf: { types: ['application/rtf', 'text/rtf'], begins: ['{\\rtf'], isText: true },
  tif: { types: ['image/tiff'], begins: ['II*\0', 'MM\0*'] },
  tiff: { types: ['image/tiff'], begins: ['II*\0', 'MM\0*'] },
  txt: { types: ['text/plain'], isText: true },
  xls: { types: ['application/vnd.ms-excel'] },
  xlsx: { types: [`${office}.spreadsheetml.sheet`], begins: zip },
  zip: { types: ['application/zip', 'application/x-zip-compressed'], begins: zip },
};

export const attachmentKinds: readonly string[] = Object.keys(kinds);

/** All types that a file may be sent as. */
export const attachmentTypes: readonly string[] = [...new Set(Object.values(kinds).flatMap(({ types }) => types))];

/** A type that says nothing of a file. */
export const unknownType = 'application/octet-stream';

/** The types that a listed extension may be declared as, the usual one first; none for an extension that is not listed. */
export function typesOf(filename: string): readonly string[] {
  return kindIn(filename)?.types ?? [];
}

/** The type under which a file is answered: that of its extension, never what somebody declared it to be. */
export function safeTypeOf(filename: string): string {
  return kindIn(filename)?.types[0] ?? unknownType;
}

function kindIn(filename: string): Kind | undefined {
  const [, extension = ''] = /.\.([^.]+)$/.exec(filename) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** What at least one provider refuses in a name, and what would end an address or a header early. */
const forbidden = /[<>:"/\\?*|+\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Turns the text after it around, so that a name is read otherwise than it is. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const field = 'filename';

/**
 * The name under which a file is attached: composed (NFC) and without blanks around it. Throws BAD_REQUEST `filename` for a
 * name that a provider, a file system or a person would misread.
 */
export function attachmentName(given: string | undefined): string {
  if (given === undefined) throw badRequest(field, 'is required: the name of the file, such as `bill.pdf`');
  const name = given.normalize('NFC').trim();
  if (name === '') throw badRequest(field, 'must not be empty');
  const bad = forbidden.exec(name)?.[0];
  if (bad !== undefined) throw badRequest(field, `must not contain ${spoken(bad)}`);
  if (turning.test(name)) throw badRequest(field, 'must not contain characters that change the direction of the text');
  if (new TextEncoder().encode(name).length > filenameBytesMost) {
    throw badRequest(field, `must have at most ${filenameBytesMost} bytes of UTF-8`);
  }
  if (/^\.+$/.test(name)) throw badRequest(field, 'must not be dots alone');
  return name;
}

function spoken(character: string): string {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(character)) return 'control characters or line breaks';
  return /\p{Cs}/u.test(character) ? 'half of a character' : character;
}

/** Throws BAD_REQUEST `kind_not_allowed` for an extension that is not listed. */
export function assertKnownKind(filename: string): void {
  if (kindIn(filename)) return;
  const message = `${field}: must end in one of ${attachmentKinds.map((kind) => `.${kind}`).join(' ')}`;
  throw refused({ reason: 'kind_not_allowed', path: field, message });
}

/**
 * The type under which a file is sent to the provider. Throws BAD_REQUEST `kind_mismatch` for a declared type that its
 * extension cannot have; a type that says nothing is taken for each.
 */
export function typeToSend(filename: string, declared: string): string {
  const [said = ''] = declared.toLowerCase().split(';', 1);
  const type = said.trim();
  const types = typesOf(filename);
  if (type === unknownType || types.includes(type)) return types[0] ?? unknownType;
  const message =
    type === ''
      ? `Content-Type: is required: ${types[0]} for this name, or ${unknownType}`
      : `Content-Type: does not fit the name: send ${types[0]} or ${unknownType}`;
  throw refused({ reason: 'kind_mismatch', path: 'Content-Type', message });
}

/** What opens a page or a script. Such a text is run where it is opened. */
const runs = /^(?:<(?:!doctype|html|head|body|script|svg|iframe|\?xml)|#!)/i;
/** So many bytes tell a kind. */
const firstBytes = 64;

/** Throws BAD_REQUEST `kind_mismatch` if the first bytes are not those of the name's kind. */
export function assertFirstBytes(filename: string, bytes: Uint8Array): void {
  const kind = kindIn(filename);
  // One character a byte. A mark of UTF-8 and blanks may stand before a text and before a PDF.
  const text = String.fromCharCode(...bytes.subarray(0, firstBytes));
  const bare = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  const begins = kind?.begins;
  const isOther = begins?.every(
    (begin) => !text.startsWith(begin) && !(begin.startsWith('%PDF') && bare.startsWith(begin)),
  );
  if (isOther) {
    throw refused({
      reason: 'kind_mismatch',
      path: field,
      message: `${field}: the first bytes are not those of such a file`,
    });
  }
  // UTF-16 has a zero byte in each character of a page's beginning.
  if (
    kind?.isText &&
    runs.test(
      bare
        .replaceAll('\0', '')
        .replace(/^(?:\xff\xfe|\xfe\xff)/, '')
        .trimStart(),
    )
  ) {
    throw refused({ reason: 'kind_mismatch', path: field, message: `${field}: the file begins as a page or a script` });
  }
}

function refused({ reason, path, message }: FieldError & { readonly reason: string }): ServiceError {
  const errors = [{ path, message: message.slice(path.length + 2) }];
  return new ServiceError('BAD_REQUEST', message, { reason, errors });
}

/** Refuses an upload by its size alone, before a byte is read. `size`: null if it is not told. */
export function assertSize(size: number | null, bytesMost = attachmentBytesMost): void {
  if (size === null) {
    const message = 'send the file with a Content-Length: its size is looked at before its first byte is read';
    throw new ServiceError('BAD_REQUEST', message, { reason: 'length_required' });
  }
  if (size === 0) throw badRequest('body', 'the file is empty');
  const most = Math.min(bytesMost, attachmentBytesMost);
  if (size > most) throw tooLarge(`the file has ${size} bytes; at most ${most} are taken`);
}

export function tooLarge(message: string): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', message, { reason: 'attachment_too_large' });
}

/** Names are the same without case, as providers compare them. */
export function isNamed(filename: string): (one: Pick<Attachment, 'filename'>) => boolean {
  const fold = (name: string) => name.normalize('NFC').trim().toLowerCase();
  const asked = fold(filename);
  return (one) => fold(one.filename) === asked;
}

/**
 * The file that an upload replaces; undefined if it replaces none. Throws CONFLICT `attachment_exists` if the name is taken
 * and nothing may be replaced, and `attachments_full` if there is no room for one more.
 */
export function replacedBy(
  filename: string,
  there: readonly Attachment[],
  { replace, filesMost }: { readonly replace: boolean; readonly filesMost: number | null },
): Attachment | undefined {
  const taken = there.find(isNamed(filename));
  if (taken && !replace) {
    throw conflict(
      'attachment_exists',
      'a file of this name is attached; choose another name, or replace it (?replace=true, --replace)',
    );
  }
  if (!taken && filesMost !== null && there.length >= filesMost) {
    throw conflict('attachments_full', `the record has ${there.length} files, and can have no more`);
  }
  return taken;
}
