import { isJsonObject, type Json, type JsonObject, type TrackingCategory } from '#core/ports';
import { isMasked } from './wire/contacts.ts';
import type { Family } from './wire/family.ts';
import { isWireDate, wireDate } from './wire/wire-date.ts';

const notInherited: ReadonlySet<string> = new Set([
  'SubTotal',
  'TotalTax',
  'Total',
  'TotalDiscount',
  'AmountDue',
  'AmountPaid',
  'AmountCredited',
  'IsDiscounted',
  'UpdatedDateUTC',
  'UpdatedDateUTCString',
  'StatusAttributeString',
  'Warnings',
  'Payments',
  'CreditNotes',
  'Prepayments',
  'Overpayments',
  'Attachments',
  'ValidationErrors',
]);
const computedForm = /^Has[A-Z]|DateString$/;

type Categories = readonly TrackingCategory[];

/**
 * Returns the whole document to send: the inheritable keys of `existing`, overlaid by `changes`. By `categories` its lines
 * name options by their ids, which reads leave out and some families need.
 */
export function overlay(
  family: Family,
  existing: JsonObject,
  changes: JsonObject,
  categories: Categories = [],
): JsonObject {
  return { ...sendable(family, existing, categories), ...supplied(family, changes) };
}

/** Provider: null means "not sent", so a replacing update sends the live value instead. */
function supplied(family: Family, changes: JsonObject): JsonObject {
  if (!family.writes?.replaces) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}

function sendable(family: Family, existing: JsonObject, categories: Categories): JsonObject {
  const remaining = Object.entries(existing).filter(([key, value]) => isSendable(family, key) && !isHidden(key, value));
  return Object.fromEntries(remaining.map(([key, value]) => [key, inherited(family, key, value, categories)]));
}

/** False for keys that an update must not copy from the live document, mostly computed ones. */
export function isInheritable(family: Family, key: string): boolean {
  return !(notInherited.has(key) || computedForm.test(key) || family.writes?.notInherited.includes(key));
}

function isSendable(family: Family, key: string): boolean {
  if (!isInheritable(family, key)) return false;
  // Where the provider merges, an inherited status would undo a change that somebody else has just made.
  return key !== family.writes?.statusKey || family.writes.replaces;
}

/** The provider keeps the true number when the masked one is omitted. */
function isHidden(key: string, value: Json): boolean {
  return key === 'TaxNumber' && typeof value === 'string' && isMasked(value);
}

function inherited({ writes }: Family, key: string, value: Json, categories: Categories): Json {
  // Provider: other contact fields here would change the contact itself.
  if (key === 'Contact' && isJsonObject(value)) return { ContactID: value['ContactID'] ?? null };
  // Provider: other fields here are refused.
  if (key === 'BankAccount' && isJsonObject(value)) return { AccountID: value['AccountID'] ?? null };
  if (/^(LineItems|JournalLines)$/.test(key) && Array.isArray(value)) {
    const lines = value.map((line: Json) => inheritedLine(line, categories));
    return writes?.computesTax ? lines.map(withoutTax) : lines;
  }
  return cleaned(value);
}

function inheritedLine(line: Json, categories: Categories): Json {
  if (!isJsonObject(line)) return line;
  const { Item: _item, ...live } = line;
  const rest: JsonObject = { ...live, ...trackingOf(live, categories) };
  // Provider: a line shows both discounts, the unused one as 0.
  const { DiscountAmount: discount, DiscountRate: rate } = rest;
  if (discount !== 0 || typeof rate !== 'number' || rate === 0) return cleaned(rest);
  const { DiscountAmount: _unused, ...sent } = rest;
  return cleaned(sent);
}

function withoutTax(line: Json): Json {
  if (!isJsonObject(line)) return line;
  const { TaxAmount: _computed, LineAmount: _sum, ...rest } = line;
  return rest;
}

function trackingOf({ Tracking: shown }: JsonObject, categories: Categories): JsonObject {
  if (!Array.isArray(shown) || categories.length === 0) return {};
  const entries = shown.map((entry: Json): Json => {
    if (!isJsonObject(entry) || entry['TrackingOptionID']) return entry;
    const { TrackingCategoryID, Name, Option } = entry;
    const category = categories.find(({ id, name }) =>
      TrackingCategoryID ? isSame(id, TrackingCategoryID) : isSame(name, Name),
    );
    const option = category?.options.find(({ name }) => isSame(name, Option));
    return option ? { ...entry, TrackingOptionID: option.id } : entry;
  });
  return { Tracking: entries };
}

function isSame(one: string, other: Json | undefined): boolean {
  return typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

function cleaned(value: Json): Json {
  if (isWireDate(value)) return wireDate(value);
  if (Array.isArray(value)) return value.map((item: Json) => cleaned(item));
  if (!isJsonObject(value)) return value;
  const remaining = Object.entries(value).filter(([key]) => key !== 'ValidationErrors');
  return Object.fromEntries(remaining.map(([key, inner]) => [key, cleaned(inner)]));
}
