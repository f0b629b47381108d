// Tracking on the lines of documents, compared with the categories of the books. Pure.
import type { FieldError } from './errors.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { listOfLinesIn } from './line-lists.ts';
import { meant } from './near-word.ts';

export interface TrackingCategory {
  /** The provider's id. */
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly options: readonly TrackingOption[];
}

export interface TrackingOption {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** The category of a record's provider id and normalized fields. */
export function categoryOf(id: string, fields: JsonObject): TrackingCategory {
  return { ...named({ ...fields, id }), options: objectsIn(fields['options']).map(named) };
}

const named = ({ id = '', name = '', status = '' }: JsonObject) => ({
  id: String(id ?? ''),
  name: String(name ?? ''),
  status: String(status ?? ''),
});

/** True if a line of the document names tracking, so that the categories are needed. */
export function hasTracking(fields: JsonObject): boolean {
  return linesOf(fields).some(({ tracking }) => objectsIn(tracking).some(isNamed));
}

/** True if a line shows an option whose id the provider left out. */
export function lacksOptionIds(fields: JsonObject): boolean {
  return linesOf(fields).some(({ tracking }) => objectsIn(tracking).some((entry) => isNamed(entry) && !idOf(entry)));
}

/** How a category's id that a request names is written at the provider; undefined for none of its ids. */
type ProviderId = (id: string) => string | undefined;

export interface ResolvedTracking {
  /** The fields with all four names and ids of each entry that the books know. */
  readonly fields: JsonObject;
  /** What the books do not know or do not take, by paths such as `line_items[0].tracking[1].option`. */
  readonly faults: readonly FieldError[];
}

/** Finds what each entry of a document's lines names, in any case. An entry with a fault stays as it was given. */
export function resolveTracking(
  categories: readonly TrackingCategory[],
  fields: JsonObject,
  providerId: ProviderId,
): ResolvedTracking {
  const faults: FieldError[] = [];
  const list = listOfLinesIn(fields);
  const lines = list && fields[list];
  if (!list || !Array.isArray(lines) || !hasTracking(fields)) return { fields, faults };
  const resolved = lines.map((line: Json, at): Json => {
    if (!isJsonObject(line) || !Array.isArray(line['tracking'])) return line;
    const taken = new Set<string>();
    const tracking = line['tracking'].map((entry: Json, place): Json => {
      if (!isJsonObject(entry) || !isNamed(entry)) return entry;
      const found = resolveEntry(categories, entry, { providerId, taken });
      if ('entry' in found) return found.entry;
      faults.push({ path: `${list}[${at}].tracking[${place}].${found.field}`, message: found.message });
      return entry;
    });
    return { ...line, tracking };
  });
  return { fields: { ...fields, [list]: resolved }, faults };
}

/** Fills in the ids of options that the provider leaves out of what it shows. */
export function withOptionIds(categories: readonly TrackingCategory[], fields: JsonObject): JsonObject {
  return resolveTracking(categories.map(allActive), fields, (id) => id).fields;
}

/** Lines keep what has been archived since. */
function allActive(category: TrackingCategory): TrackingCategory {
  const options = category.options.map((option) => ({ ...option, status: active }));
  return { ...category, status: active, options };
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

interface Rules {
  readonly providerId: ProviderId;
  /** The categories of the line's earlier entries. */
  readonly taken: Set<string>;
}

function resolveEntry(
  categories: readonly TrackingCategory[],
  entry: JsonObject,
  { providerId, taken }: Rules,
): { readonly entry: JsonObject } | Fault {
  const [categoryId, optionId] = [textAt(entry, 'tracking_category_id'), textAt(entry, 'tracking_option_id')];
  const [name, option] = [textAt(entry, 'name'), textAt(entry, 'option')];
  const field = categoryId ? 'tracking_category_id' : 'name';
  const category = categoryId
    ? categories.find(({ id }) => isSame(id, providerId(categoryId) ?? categoryId))
    : name
      ? byName(categories, name)
      : categories.find(({ options }) => options.some(({ id }) => optionId && isSame(id, optionId)));
  if (!category) {
    if (!categoryId && !name) return optionId ? unknownOption() : { field, message: 'must name the category' };
    const known = categories.filter(isActive).map((one) => one.name);
    return { field, message: `is no tracking category of the books${categoryId ? '' : meant(name, known)}` };
  }
  const what = category.name;
  if (!isActive(category)) return { field, message: `is archived: ${what} takes no new lines` };
  if (taken.has(category.id))
    return { field, message: `is the category of an earlier entry: a line has one of ${what}` };
  taken.add(category.id);
  const chosen = optionId
    ? category.options.find(({ id }) => isSame(id, optionId))
    : option
      ? byName(category.options, option)
      : undefined;
  if (!chosen && optionId) return unknownOption(what);
  if (!chosen && !option) return { field: 'option', message: `must name an option of ${what}` };
  if (!chosen) {
    const known = category.options.filter(isActive).map((one) => one.name);
    return { field: 'option', message: `is no option of ${what}${meant(option, known)}` };
  }
  if (!isActive(chosen))
    return { field: optionId ? 'tracking_option_id' : 'option', message: `is archived in ${what}` };
  const ids = { tracking_category_id: category.id, tracking_option_id: chosen.id };
  return { entry: { ...ids, name: category.name, option: chosen.name } };
}

function unknownOption(category = 'the books'): Fault {
  return { field: 'tracking_option_id', message: `is no option of ${category}` };
}

const active = 'ACTIVE';

const isActive = ({ status }: { readonly status: string }): boolean => isSame(status, active);

/** The one with exactly this name, else the one in another case; an active one first. */
function byName<T extends { readonly name: string; readonly status: string }>(all: readonly T[], name: string) {
  const alike = all.filter((one) => isSame(one.name, name));
  const exactly = alike.filter((one) => one.name === name.trim());
  return exactly.find(isActive) ?? alike.find(isActive) ?? exactly[0] ?? alike[0];
}

function isSame(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

const parts = ['tracking_category_id', 'tracking_option_id', 'name', 'option'] as const;

function isNamed(entry: JsonObject): boolean {
  return parts.some((part) => textAt(entry, part) !== '');
}

const idOf = (entry: JsonObject) => textAt(entry, 'tracking_option_id');

function textAt(entry: JsonObject, name: string): string {
  const value = entry[name];
  return typeof value === 'string' ? value.trim() : '';
}

function linesOf(fields: JsonObject): readonly JsonObject[] {
  return objectsIn(fields[listOfLinesIn(fields) ?? '']);
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}
