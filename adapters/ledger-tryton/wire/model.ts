// Maps a family of records to Tryton's model; the files beside this one declare one each.
import { type JsonObject, type LedgerRecord, plainTextsOf, type ResourceType } from '../../../core/ports.ts';
import type { Domain } from '../books.ts';
import type { TaxRounding } from './line-tax.ts';
import { idAt, textAt } from './native.ts';

export interface Model {
  readonly type: ResourceType;
  readonly name: string;
  /** The fields that are read, with those of related records (`party.name`). */
  readonly fields: readonly string[];
  /** The condition for the family's records; `belongs` then rejects those that a condition cannot tell apart. */
  readonly domain: (companyId: number) => Domain;
  /** False for a record that belongs to another family of the same model. */
  readonly belongs?: (document: JsonObject) => boolean;
  /** `changes`: a sync reads changed records page by page · `whole`: a sync reads all records in one page. */
  readonly sync: 'changes' | 'whole';
  /** A condition for each field by which records can be found; a record matches any of the values. */
  readonly finds: Readonly<Record<string, (values: readonly string[]) => Domain>>;
  /** Times at which related records changed that count as changes of this record. */
  readonly alsoChanged?: (document: JsonObject) => readonly (string | null)[];
  /** True for a document that shows no tax amounts; they are then computed by the company's rounding. */
  readonly lacksTax?: (document: JsonObject) => boolean;
  /** The normalized fields of a document, complete or not. */
  readonly describe: (document: JsonObject, taxRounding?: TaxRounding) => JsonObject;
}

/** Every model has these. The server compares `_timestamp` before a write; on SQLite it has whole seconds only. */
export const stampFields = ['create_date', 'write_date', '_timestamp'];

/** Tryton: archived records are left out unless the domain speaks of them. */
export const archivedToo: Domain = [['active', 'in', [true, false]]];

export const ofCompany = (companyId: number): Domain => [['company', '=', companyId]];

/** Finds by a field that is compared exactly, case included. */
export const isOneOf =
  (field: string) =>
  (values: readonly string[]): Domain => [[field, 'in', [...values]]];

/** Finds by the id of a related record. */
export const hasIdOf =
  (field: string) =>
  (values: readonly string[]): Domain => [[field, 'in', values.map(Number)]];

/** Undefined for a row of another family; throws for one that cannot be described. */
export function recordOf(model: Model, native: JsonObject, taxRounding?: TaxRounding): LedgerRecord | undefined {
  const providerId = idAt(native);
  if (providerId === null || model.belongs?.(native) === false) return undefined;
  const providerUpdatedAt = changedAt(model, native);
  const version = stampOf(native) ?? undefined;
  return {
    type: model.type,
    providerId,
    providerUpdatedAt,
    version,
    fields: described(model, native, taxRounding),
    native,
  };
}

/** The normalized record. A plain text that the model does not name is one that Tryton has no place for: null. */
export function described(model: Model, native: JsonObject, taxRounding?: TaxRounding): JsonObject {
  const nothing = Object.keys(plainTextsOf(model.type)).map((name) => [name, null]);
  return { ...Object.fromEntries(nothing), ...model.describe(native, taxRounding) };
}

/** Exact to the microsecond, and so the version. Tryton: `write_date` is empty until the first change. */
function stampOf(native: JsonObject): string | null {
  return textAt(native, 'write_date') ?? textAt(native, 'create_date');
}

function changedAt({ alsoChanged }: Model, native: JsonObject): Date | null {
  const stamps = [stampOf(native), ...(alsoChanged?.(native) ?? [])].filter((stamp) => stamp !== null).sort();
  const last = stamps.at(-1);
  return last === undefined ? null : new Date(last);
}
