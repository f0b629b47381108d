// Whether a record may be what a create made: compares what was sent with what the provider holds.
import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type PreparedWrite } from '#core/ports';
import { isEcho } from '../overlay.ts';
import { payloadOf } from '../prepare.ts';
import { families } from '../wire/families.ts';
import { documentsOf, type Family, type WriteFacts } from '../wire/family.ts';
import { objectsIn } from '../wire/field.ts';
import { holdsLines } from './held-lines.ts';
import { holdsParts, holdsValue, saysNothing } from './held-value.ts';

export function couldBe(write: PreparedWrite, { type, native }: LedgerRecord): boolean {
  const family = families[write.type];
  const { writes } = family;
  if (type !== write.type || !write.creates || !writes) return false;
  const document = sentDocument(family, payloadOf(write).body);
  if (!document) return false;
  const sent = writes.asShown(document);
  return Object.entries(sent).every(
    ([key, value]) =>
      isEcho(family, key) || key === family.idKey || saysNothing(value) || holds(writes, key, sent, native),
  );
}

function sentDocument(family: Family, body: string): JsonObject | undefined {
  const json = JSON.parse(body) as Json;
  if (!isJsonObject(json)) return undefined;
  const documents = documentsOf(family, json);
  const document = documents ? documents[0] : json;
  return isJsonObject(document) ? document : undefined;
}

function holds(facts: WriteFacts, key: string, sent: JsonObject, native: JsonObject): boolean {
  const value = sent[key] ?? null;
  const held = native[key] ?? undefined;
  const names = referenceNames.get(key);
  if (names) return holdsReference(names, value, held) ?? shownInShort.has(key);
  if (key === 'LineItems') return holdsLines(facts, sent, native);
  const typeKey = slotTypes.get(key);
  if (typeKey) return holdsSlots(typeKey, value, held);
  if (key === 'Status' || key === 'ContactStatus') return mayHaveBecome(facts, value, held);
  return held === undefined && !isShown(facts, key, sent) ? true : holdsValue(key, value, held);
}

/** Provider: bills have no true reference. */
function isShown({ shown }: WriteFacts, key: string, sent: JsonObject): boolean {
  return shown.includes(key) && !(key === 'Reference' && sent['Type'] === 'ACCPAY');
}

/** A status that no table knows stays what it is. */
function mayHaveBecome({ follows }: WriteFacts, sent: Json, held: Json | undefined): boolean {
  const [began, current] = [String(sent).toUpperCase(), String(held).toUpperCase()];
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
function holdsReference(names: readonly string[], sent: Json, held: Json | undefined): boolean | undefined {
  if (!isJsonObject(sent) || !isJsonObject(held)) return false;
  for (const name of names) {
    const [given, shown] = [sent[name], held[name]];
    if (given !== undefined && shown !== undefined && !saysNothing(given)) return holdsValue(name, given, shown);
  }
  return undefined;
}

const slotTypes: ReadonlyMap<string, string> = new Map([
  ['Phones', 'PhoneType'],
  ['Addresses', 'AddressType'],
]);

/** Provider: a contact has a slot for each type, blank or not; only what was put into one was sent. */
function holdsSlots(typeKey: string, sent: Json, held: Json | undefined): boolean {
  const slots = objectsIn(held);
  return objectsIn(sent).every((slot) => {
    const { [typeKey]: type, ...parts } = slot;
    if (Object.values(parts).every(saysNothing)) return true;
    return slots.some((other) => isSameType(type, other[typeKey]) && holdsParts(parts, other));
  });
}

function isSameType(sent: Json | undefined, held: Json | undefined): boolean {
  return sent === undefined || String(sent).toUpperCase() === String(held).toUpperCase();
}
