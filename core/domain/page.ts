import { badRequest, type ServiceError } from './errors.ts';

export const pageLimitDefault = 50;
export const pageLimitMax = 200;
/** A higher number counts as this one: no list has so many pages. */
export const pageNumberMax = Number.MAX_SAFE_INTEGER;
/** JSON of one page; the next page begins with what no longer fits. */
export const pageBytesMost = 4 * 1024 * 1024;
/** JSON of one document of an item; a larger one is read with its item alone. */
export const listedDocumentBytesMost = 64 * 1024;

/** A hundred characters of four bytes, an id and the rest, in base64. */
export const cursorLengthMax = 1024;

/** From here on a total is told as an estimate; rows are counted no further. */
export const totalExactBelow = 10_000;

/** The place after which a keyset page begins: newest first, ties broken by id. */
export interface Keyset {
  readonly at: Date;
  readonly id: string;
  /** In a list that is sorted by a field, the field's value. */
  readonly value?: string;
  /** Names the list's sort and filters, where it has any. */
  readonly list?: string;
}

/** Which part of a list: by page number (from 1) or after a place. */
export type PageRequest =
  | { readonly limit: number; readonly page: number }
  | { readonly limit: number; readonly after: Keyset };

/** What was made in a time; both ends excluded. */
export interface CreatedFilter {
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** An item of a list. The documents that `truncated` names, as the wire does, are too large for one and are left empty. */
export type Listed<T> = T & { readonly truncated?: readonly string[] };

export interface Page<T> {
  /** Fewer than asked for where more would not fit into `pageBytesMost`. */
  readonly items: readonly T[];
  /** How many match in all; an estimate from `totalExactBelow` on. */
  readonly total: number;
  readonly hasMore: boolean;
  /** The place of the last item, when there is more. */
  readonly next: Keyset | null;
}

/** Opaque text of a place in a list. */
export function encodeCursor({ at, id, value, list }: Keyset): string {
  const parts = [`${at.getTime().toString(36)}.${id}`, ...(list === undefined ? [] : [list])];
  const text = value === undefined ? parts.join(' ') : `${parts.join(' ')}=${value}`;
  return btoa(/^[ -~]*$/.test(text) ? text : String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What `encodeCursor` was given. Throws BAD_REQUEST `cursor` for every other text. */
export function decodeCursor(cursor: string): Keyset {
  const match = /^([0-9a-z]{1,11})\.([\x21-\x7e]{1,128})(?: ([0-9a-f]{1,64})(?:=(.*))?)?$/s.exec(decoded(cursor));
  const [, time = '', id = '', list, value] = match ?? [];
  const millis = Number.parseInt(time, 36);
  if (!(millis <= 8.64e15)) throw unknownCursor();
  return { at: new Date(millis), id, ...(list !== undefined && { list }), ...(value !== undefined && { value }) };
}

/** BAD_REQUEST `cursor`: of another list, or of none. */
export function unknownCursor(): ServiceError {
  return badRequest('cursor', 'is not one that this list gave');
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
