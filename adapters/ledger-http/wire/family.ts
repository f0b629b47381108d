import { familyOf, isJsonObject, type Json, type JsonObject, type LedgerRecord, type ResourceType } from '#core/ports';
import { type Field, readFields, zeroId } from './field.ts';
import { wireInstant } from './wire-date.ts';

/** All that the gateway knows of one family of records. */
export interface Family {
  readonly type: ResourceType;
  /** The path below the API's base address. */
  readonly path: string;
  /** The key of the array in every envelope. */
  readonly envelope: string;
  readonly idKey: string;
  readonly fields: readonly Field[];
  /** Query parameters of every read and write of one record and of lists. */
  readonly query: Readonly<Record<string, string>>;
  /** `sized`: pages of a size of our choice · `hundreds`: always 100 · `whole`: everything at once. */
  readonly paging: 'sized' | 'hundreds' | 'whole';
  /** Further query parameters of lists; what comes in pages is asked for in the order of its changes. */
  readonly listQuery: Readonly<Record<string, string>>;
  readonly modifiedSince: boolean;
  readonly finds: FindFacts;
  /** Null: nothing of it is written. */
  readonly writes: WriteFacts | null;
}

/** How lists are narrowed. */
export interface FindFacts {
  /** Query parameters, or an expression over one key. */
  readonly by: 'parameters' | 'expression';
  /** The normalized fields that can be asked for, and their names in the question. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether `searchTerm` finds at least what an expression over these keys would. */
  readonly hasSearch?: true;
}

/** The longest texts that the provider takes, in characters as JavaScript counts them; lists of objects by their key. */
export interface Longest {
  readonly [key: string]: number | Longest;
}

/** How a family is written. */
export interface WriteFacts {
  /** Provider: an update replaces what it leaves out. */
  readonly replaces: boolean;
  /** The key of the status, which says that a record is archived. */
  readonly statusKey: 'Status' | 'ContactStatus';
  /** Provider: a new account is one bare object; everything else is an array in the envelope. */
  readonly createsBare: boolean;
  /** Keys of a read document, beyond those of every family, that must not or need not be sent back. */
  readonly echoOnly: readonly string[];
  readonly longest: Longest;
  /** What a new normalized record says where its body does not. */
  readonly defaults: JsonObject;
  /** Provider: it may store unit amounts in cents, and lines that were sent with tax may be shown without it. */
  readonly mayReprice: boolean;
}

type Own = Pick<Family, 'type' | 'path' | 'idKey' | 'fields'> & Partial<Omit<Family, 'writes'>>;
type OwnWrites = Pick<WriteFacts, 'longest'> & Partial<WriteFacts>;

/** A family by what sets it apart from the usual one; `writes` where it can be written. */
export function family({ writes, ...own }: Own & { readonly writes?: OwnWrites }): Family {
  const { paging = 'whole', listQuery } = own;
  return {
    envelope: own.path.slice(1),
    query: {},
    paging,
    modifiedSince: paging !== 'whole',
    finds: { by: 'expression', keys: {} },
    ...own,
    listQuery: paging === 'whole' ? {} : { order: 'UpdatedDateUTC ASC', ...listQuery },
    writes: writes === undefined ? null : { ...usualWrites, ...writes },
  };
}

const usualWrites = {
  statusKey: 'Status',
  replaces: false,
  createsBare: false,
  echoOnly: [],
  defaults: {},
  mayReprice: false,
} as const;

/** The record of one native document; undefined when it holds no id, which no real record lacks, or cannot be read. */
export function recordOf(family: Family, native: Json | undefined): LedgerRecord | undefined {
  if (!isJsonObject(native)) return undefined;
  const { type, idKey } = family;
  const id = native[idKey];
  if (typeof id !== 'string' || !isRecordId(family, id)) return undefined;
  const providerUpdatedAt = wireInstant(native['UpdatedDateUTC']) ?? wireInstant(native['UpdatedDateUTCString']);
  try {
    const fields = readFields(family.fields, native);
    return { type, providerId: plainId(family, id), providerUpdatedAt, fields, native };
  } catch {
    // The fields expect what the provider documents. What else comes must not fail the page that it is on.
    return undefined;
  }
}

/** The documents of an answer; undefined when the family's array is not there. */
export function documentsOf(family: Family, answer: JsonObject): readonly Json[] | undefined {
  const documents = answer[family.envelope];
  return Array.isArray(documents) ? documents : undefined;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Provider: it takes numbers and codes in the place of ids, but these can pass to another record; only ids name one. */
export function isRecordId(family: Family, id: string): boolean {
  if (familyOf(family.type).idForm === 'text') return /^[\x21-\x7e]{1,50}$/.test(id);
  return uuidForm.test(id) && id !== zeroId;
}

/** An id in the form in which records carry it: UUIDs in lower case. */
export function plainId({ type }: Family, id: string): string {
  return familyOf(type).idForm === 'text' ? id : id.toLowerCase();
}
