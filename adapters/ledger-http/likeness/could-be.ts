// Whether a record may be what a create made: compares what was sent with what the provider holds.
import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type PreparedWrite } from '#core/ports';
import { isEcho } from '../overlay.ts';
import { payloadOf } from '../prepare.ts';
import { families } from '../wire/families.ts';
import { documentsOf, type Family, type WriteFacts } from '../wire/family.ts';
import { objectsIn } from '../wire/field.ts';
import { matchesLines } from './matching-lines.ts';
import { matchesParts, matchesValue, saysNothing } from './matching-value.ts';

export function couldBe(write: PreparedWrite, { type, native }: LedgerRecord): boolean {
  const family = families[write.type];
  const { writes } = family;
  if (type !== write.type || !write.creates || !writes) return false;
  const document = sentDocument(family, payloadOf(write).body);
  if (!document) return false;
  const sent = writes.asShown(document);
  return Object.entries(sent).every(
    ([key, value]) =>
      isEcho(family, key) || key === family.idKey || saysNothing(value) || matches(writes, key, sent, native),
  );
}

function sentDocument(family: Family, body: string): JsonObject | undefined {
  const json = JSON.parse(body) as Json;
  if (!isJsonObject(json)) return undefined;
  const documents = documentsOf(family, json);
  const document = documents ? documents[0] : json;
  return isJsonObject(document) ? document : undefined;
}

function matches(facts: WriteFacts, key: string, sent: JsonObject, native: JsonObject): boolean {
  const value = sent[key] ?? null;
  const stored = native[key] ?? undefined;
  const names = referenceNames.get(key);
  if (names) return matchesReference(names, value, stored) ?? shownInShort.has(key);
  if (key === 'LineItems') return matchesLines(facts, sent, native);
  const typeKey = slotTypes.get(key);
  if (typeKey) return matchesSlots(typeKey, value, stored);
  if (key === facts.statusKey) return mayHaveBecome(facts, value, stored);
  return stored === undefined && !isShown(facts, key, sent) ? true : matchesValue(key, value, stored);
}

/** Provider: bills have no true reference. */
function isShown({ shown }: WriteFacts, key: string, sent: JsonObject): boolean {
  return shown.includes(key) && !(key === 'Reference' && sent['Type'] === 'ACCPAY');
}

/** A status that no table knows stays what it is. */
function mayHaveBecome({ follows }: WriteFacts, sent: Json, stored: Json | undefined): boolean {
  const [began, current] = [String(sent).toUpperCase(), String(stored).toUpperCase()];
  return began === current || (follows[began]?.includes(current) ?? false);
}

/** By what a document names another, best first. */
const referenceNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['Contact', ['ContactID', 'ContactNumber', 'Name']],
  ['Account', ['AccountID', 'Code']],
  ['Invoice', ['InvoiceID', 'InvoiceNumber']],
  ['CreditNote', ['CreditNoteID', 'CreditNoteNumber']],
  ['Prepayment', ['PrepaymentID']],
  ['Overpayment', ['OverpaymentID']],
]);
/** Lists show some references in short; what they leave out cannot speak against the record. */
const shownInShort: ReadonlySet<string> = new Set(['Contact', 'Account']);

/**
 * Whether both name the same record; undefined where they have no name in common. What else was sent with the name
 * changed that record, not this one.
 */
function matchesReference(names: readonly string[], sent: Json, stored: Json | undefined): boolean | undefined {
  if (!isJsonObject(sent) || !isJsonObject(stored)) return false;
  for (const name of names) {
    const [given, shown] = [sent[name], stored[name]];
    if (given !== undefined && shown !== undefined && !saysNothing(given)) return matchesValue(name, given, shown);
  }
  return undefined;
}

const slotTypes: ReadonlyMap<string, string> = new Map([
  ['Phones', 'PhoneType'],
  ['Addresses', 'AddressType'],
]);

/** Provider: a contact has a slot for each type, blank or not; only what was put into one was sent. */
function matchesSlots(typeKey: string, sent: Json, stored: Json | undefined): boolean {
  const slots = objectsIn(stored);
  return objectsIn(sent).every((slot) => {
    const { [typeKey]: type, ...parts } = slot;
    if (Object.values(parts).every(saysNothing)) return true;
    return slots.some((other) => isSameType(type, other[typeKey]) && matchesParts(parts, other));
  });
}

function isSameType(sent: Json | undefined, stored: Json | undefined): boolean {
  return sent === undefined || String(sent).toUpperCase() === String(stored).toUpperCase();
}
