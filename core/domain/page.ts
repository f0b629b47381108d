import { badRequest, type ServiceError } from './errors.ts';

export const pageLimitDefault = 50;
export const pageLimitMax = 200;
/** A higher page number counts as this one. */
export const pageNumberMax = Number.MAX_SAFE_INTEGER;
/** The most JSON of a page; items beyond it begin the next page. */
export const pageBytesMost = 4 * 1024 * 1024;
/** The most JSON of one document in a list; a larger one is only read with its item. */
export const listedDocumentBytesMost = 64 * 1024;

/** Holds a sort value of a hundred four-byte characters and an id of a hundred bytes, in base64. */
export const cursorLengthMax = 1024;

/** Totals from here on are estimates; counting stops. */
export const totalExactBelow = 10_000;

/** A keyset page begins after this place: newest first, ties by id. */
export interface Keyset {
  readonly at: Date;
  readonly id: string;
  readonly value?: string;
  /** Names the list's sort and filters, if any. */
  readonly list?: string;
}

export type PageRequest =
  | { readonly limit: number; readonly page: number }
  /** `total` is what an earlier page has counted: this one tells it again and counts nothing. */
  | { readonly limit: number; readonly after: Keyset; readonly total?: number };

/** Both ends excluded. */
export interface CreatedFilter {
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** `truncated` names documents too large for a list, which are left empty. */
export type Listed<T> = T & { readonly truncated?: readonly string[] };

export interface Page<T> {
  /** Fewer than asked for if more would not fit into `pageBytesMost`. */
  readonly items: readonly T[];
  /** All matches; an estimate from `totalExactBelow` on. What the request has, where it has a total. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly next: Keyset | null;
}

export function encodeCursor({ at, id, value, list }: Keyset): string {
  const parts = [`${at.getTime().toString(36)}.${encodeURIComponent(id)}`, ...(list === undefined ? [] : [list])];
  const text = value === undefined ? parts.join(' ') : `${parts.join(' ')}=${value}`;
  return btoa(/^[ -~]*$/.test(text) ? text : String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Throws BAD_REQUEST `cursor` unless `encodeCursor` made the text. */
export function decodeCursor(cursor: string): Keyset {
  const match = /^([0-9a-z]{1,11})\.([\x21-\x7e]{1,300})(?: ([0-9a-f]{1,64})(?:=(.*))?)?$/s.exec(decoded(cursor));
  const [, time = '', escaped = '', list, value] = match ?? [];
  const millis = Number.parseInt(time, 36);
  const id = decodedId(escaped);
  if (!(millis <= 8.64e15) || id === undefined) throw unknownCursor();
  return { at: new Date(millis), id, ...(list !== undefined && { list }), ...(value !== undefined && { value }) };
}

export function unknownCursor(): ServiceError {
  return badRequest('cursor', 'is not a cursor of this list');
}

function decodedId(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

function decoded(cursor: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor) || cursor.length > cursorLengthMax) return '';
  try {
    const bytes = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}
