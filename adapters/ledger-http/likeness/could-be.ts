// Whether a record may be what a create made: compares what was sent with what the provider holds.
import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type PreparedWrite } from '#core';
import { isEcho } from '../overlay.ts';
import { payloadOf } from '../prepare.ts';
import { families } from '../wire/families.ts';
import type { Family } from '../wire/family.ts';
import { documentsOf } from '../wire/record.ts';
import { holdsLines } from './held-lines.ts';
import { holdsReference, isReference } from './held-reference.ts';
import { holdsSlots, isSlotList } from './held-slots.ts';
import { holdsValue, saysNothing } from './held-value.ts';
import { isShown } from './shown-keys.ts';
import { mayHaveBecome } from './status-follows.ts';

export function couldBe(write: PreparedWrite, { type, native }: LedgerRecord): boolean {
  if (type !== write.type || !write.creates) return false;
  const family = families[type];
  const document = sentDocument(family, payloadOf(write).body);
  if (!document) return false;
  const sent = withTargets(family, document);
  return Object.entries(sent).every(
    ([key, value]) => isEcho(family, key) || saysNothing(value) || holds(family, key, value, sent, native),
  );
}

function sentDocument(family: Family, body: string): JsonObject | undefined {
  const json = JSON.parse(body) as Json;
  if (!isJsonObject(json)) return undefined;
  const documents = documentsOf(family, json);
  const document = documents ? documents[0] : json;
  return isJsonObject(document) ? document : undefined;
}

/** Provider: a payment may name its document by number and its account by code at the top, which no read repeats. */
function withTargets(family: Family, document: JsonObject): JsonObject {
  if (family.type !== 'payments') return document;
  const { InvoiceNumber = null, CreditNoteNumber = null, Code = null, ...rest } = document;
  return {
    ...rest,
    Invoice: rest['Invoice'] ?? (InvoiceNumber === null ? null : { InvoiceNumber }),
    CreditNote: rest['CreditNote'] ?? (CreditNoteNumber === null ? null : { CreditNoteNumber }),
    Account: rest['Account'] ?? (Code === null ? null : { Code }),
  };
}

function holds(family: Family, key: string, value: Json, sent: JsonObject, native: JsonObject): boolean {
  const held = native[key] ?? undefined;
  if (key === family.idKey) return true;
  if (isReference(key)) return holdsReference(key, value, held);
  if (key === 'LineItems') return holdsLines(family, sent, native);
  if (isSlotList(key)) return holdsSlots(key, value, held);
  if (key === 'Status' || key === 'ContactStatus') return mayHaveBecome(family.type, value, held);
  return held === undefined && !isShown(family.type, key, sent) ? true : holdsValue(key, value, held);
}
