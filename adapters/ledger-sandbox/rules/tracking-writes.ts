/** Tracking categories and their options, as they are written through the API and edited by people. */
import type { LineRecord } from '../books/line-record.ts';
import type { Shelf, Shelved } from '../books/shelf.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { TrackingCategoryRecord, TrackingOption, TrackingStatus } from '../books/tracking-categories.ts';
import { isObject, type Json, type JsonObject, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { statusField } from './fields.ts';

/** Provider: at most two categories are active, and four in all. */
const [activeMost, allMost] = [2, 4];
export const nameMost = 100;
const statuses: readonly TrackingStatus[] = ['ACTIVE', 'ARCHIVED', 'DELETED'];

/** Why the books have no room for a category; undefined if they have. */
export function roomProblem(
  { trackingCategories }: Pick<TenantBooks, 'trackingCategories'>,
  after: Pick<TrackingCategoryRecord, 'id' | 'status'>,
): string | undefined {
  const others = trackingCategories.list().filter(({ id, status }) => id !== after.id && status !== 'DELETED');
  if (after.status !== 'DELETED' && others.length >= allMost) return `must be one of ${allMost}`;
  const active = others.filter(({ status }) => status === 'ACTIVE').length;
  return after.status === 'ACTIVE' && active >= activeMost ? `must not be ACTIVE: ${activeMost} are` : undefined;
}

type Tracked = Shelf<Shelved & { readonly lines: readonly Pick<LineRecord, 'tracking'>[] }, never>;

/** The documents whose lines have tracking. */
function trackedShelves(books: TenantBooks): readonly Tracked[] {
  const { invoices, creditNotes, quotes, purchaseOrders, manualJournals, repeatingInvoices } = books;
  return [
    invoices,
    creditNotes,
    quotes,
    purchaseOrders,
    manualJournals,
    repeatingInvoices,
  ] as readonly unknown[] as readonly Tracked[];
}

/** Provider: documents show today's names; their time of change stays. */
export function showRenamed(books: TenantBooks, before: TrackingCategoryRecord, after: TrackingCategoryRecord): void {
  const names = new Map(before.options.map(({ id, name }) => [name, after.options.find((one) => one.id === id)?.name]));
  const renamed = (entry: Json): Json =>
    isObject(entry) && entry['TrackingCategoryID'] === after.id
      ? { ...entry, Name: after.name, Option: names.get(String(entry['Option'])) ?? entry['Option'] ?? null }
      : entry;
  for (const shelf of trackedShelves(books))
    for (const document of shelf.list()) {
      const isMarked = document.lines.some(({ tracking }) =>
        tracking.some((entry) => entry['TrackingCategoryID'] === after.id),
      );
      if (!isMarked) continue;
      const lines = document.lines.map((line) => ({ ...line, tracking: line.tracking.map(renamed) as JsonObject[] }));
      shelf.put({ ...document, lines });
    }
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly status: TrackingStatus;
}

/** A new name must be no other's. */
function nameField(body: JsonObject, before: Named | undefined, all: readonly Named[]): string {
  const name = (textAt(body, 'Name') ?? before?.name ?? '').trim();
  if (name === '') refuse('The name must be specified.');
  if (name.length > nameMost) refuse(`The name must not be longer than ${nameMost} characters.`);
  const isTaken = all.some(
    (one) => one.id !== before?.id && one.status !== 'DELETED' && one.name.toLowerCase() === name.toLowerCase(),
  );
  return isTaken ? refuse(`The name ${name} is taken.`) : name;
}

export function writeCategory(
  { books, newId }: BookContext,
  body: JsonObject,
  before?: TrackingCategoryRecord,
): TrackingCategoryRecord {
  const after: TrackingCategoryRecord = {
    id: before?.id ?? newId(),
    name: nameField(body, before, books.trackingCategories.list()),
    status: statusField(body, statuses, before?.status ?? 'ACTIVE'),
    options: before?.options ?? [],
    updated: books.stamp(),
  };
  const problem = roomProblem(books, after);
  if (problem) refuse(`The tracking category ${problem}.`);
  return kept(books, after, before);
}

function kept(books: TenantBooks, after: TrackingCategoryRecord, before?: TrackingCategoryRecord) {
  books.trackingCategories.put(after);
  if (before) showRenamed(books, before, after);
  return after;
}

export function writeOption(
  { books, newId }: BookContext,
  category: TrackingCategoryRecord,
  body: JsonObject,
  before?: TrackingOption,
): TrackingOption {
  const current = books.trackingCategories.get(category.id) ?? category;
  const option: TrackingOption = {
    id: before?.id ?? newId(),
    name: nameField(body, before, current.options),
    status: statusField(body, statuses, before?.status ?? 'ACTIVE'),
  };
  const options = before
    ? current.options.map((one) => (one.id === before.id ? option : one))
    : [...current.options, option];
  kept(books, { ...current, options, updated: books.stamp() }, current);
  return option;
}

/** Provider: what documents name cannot be deleted. */
export function requireUnused(books: TenantBooks, { id, name }: TrackingCategoryRecord, option?: TrackingOption): void {
  const isNamed = (entry: JsonObject) =>
    entry['TrackingCategoryID'] === id && (option === undefined || entry['Option'] === option.name);
  const isUsed = trackedShelves(books).some((shelf) =>
    shelf.list().some(({ lines }) => lines.some(({ tracking }) => tracking.some(isNamed))),
  );
  if (isUsed) refuse(`${option?.name ?? name} is used by transactions and cannot be deleted.`);
}
