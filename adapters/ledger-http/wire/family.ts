import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type ResourceType } from '#core/ports';
import { type Field, readFields, zeroId } from './field.ts';
import { idForms } from './id-forms.ts';
import { wireInstant } from './wire-date.ts';

export interface Family {
  readonly type: ResourceType;
  readonly path: string;
  readonly envelope: string;
  readonly idKey: string;
  readonly fields: readonly Field[];
  readonly query: Readonly<Record<string, string>>;
  /** `sized`: we choose the page size · `hundreds`: pages of 100 · `whole`: one page with everything. */
  readonly paging: 'sized' | 'hundreds' | 'whole';
  readonly listQuery: Readonly<Record<string, string>>;
  readonly modifiedSince: boolean;
  /** The time of a record's creation, by which we choose what is new where the provider's list takes no time. */
  readonly createdKey?: string;
  /** True where the provider's list accepts ids in the parameter `IDs`. */
  readonly byIds: boolean;
  readonly finds: FindFacts;
  readonly writes: WriteFacts | null;
}

interface FindFacts {
  readonly by: 'parameters' | 'expression';
  /** Normalized fields with their names at the provider. */
  readonly keys: Readonly<Record<string, string>>;
  /** True if a search by `searchTerm` finds every record that the filter expression would find. */
  readonly hasSearch?: true;
}

/** Longest texts in UTF-16 units; for a list of objects, by the objects' keys. */
export interface Longest {
  readonly [key: string]: number | Longest;
}

export interface WriteFacts {
  /** Provider: an update erases what it omits. */
  readonly replaces: boolean;
  readonly statusKey: 'Status' | 'ContactStatus';
  /** Provider: an account is created as a bare object, everything else inside the envelope. */
  readonly createsBare: boolean;
  /** Keys that an update does not copy from the live document, beside the common ones. */
  readonly notInherited: readonly string[];
  readonly longest: Longest;
  /** Objects that an update may replace whole, as our fields with their keys. An update sends the live one with its changes. */
  readonly replacedParts: Readonly<Record<string, string>>;
  /** Provider: a change of the status goes alone, without the other fields. */
  readonly statusAlone: boolean;
  /** Provider: it computes the tax of each line, and refuses another. */
  readonly computesTax: boolean;
  readonly defaults: JsonObject;
  /** Provider: it may store unit amounts in cents and show lines net of tax. */
  readonly mayReprice: boolean;
}

type Own = Pick<Family, 'type' | 'path' | 'idKey' | 'fields'> & Partial<Omit<Family, 'writes'>>;
type OwnWrites = Pick<WriteFacts, 'longest'> & Partial<WriteFacts>;

export function family({ writes, ...own }: Own & { readonly writes?: OwnWrites }): Family {
  const { paging = 'whole', listQuery = {} } = own;
  return {
    envelope: own.path.slice(1),
    query: {},
    paging,
    modifiedSince: paging !== 'whole',
    byIds: false,
    finds: { by: 'expression', keys: {} },
    ...own,
    listQuery: paging === 'whole' ? listQuery : { order: 'UpdatedDateUTC ASC', ...listQuery },
    writes: writes === undefined ? null : { ...usualWrites, ...writes },
  };
}

const usualWrites = {
  statusKey: 'Status',
  replaces: false,
  createsBare: false,
  notInherited: [],
  replacedParts: {},
  statusAlone: false,
  computesTax: false,
  defaults: {},
  mayReprice: false,
} as const;

/** Returns undefined for a document that has no id or cannot be read. */
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
    // An undocumented value must not fail its whole page.
    return undefined;
  }
}

export function documentsOf(family: Family, answer: JsonObject): readonly Json[] | undefined {
  const documents = answer[family.envelope];
  return Array.isArray(documents) ? documents : undefined;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Provider: numbers and codes are accepted as ids, but they can pass to another record. */
export function isRecordId(family: Family, id: string): boolean {
  if (idForms.families[family.type].idForm === 'text') return /^[\x21-\x7e]{1,50}$/.test(id);
  return uuidForm.test(id) && id !== zeroId;
}

export function plainId({ type }: Family, id: string): string {
  return idForms.families[type].idForm === 'text' ? id : id.toLowerCase();
}
