import { isJsonObject, type Json, type JsonObject, type LedgerRecord } from '#core';
import { readFields } from './document.ts';
import type { Family } from './family.ts';
import { zeroId } from './field.ts';
import { wireInstant } from './wire-date.ts';

/** The record of one native document; undefined when it holds no id, which no real record lacks, or cannot be read. */
export function recordOf(family: Family, native: Json | undefined): LedgerRecord | undefined {
  if (!isJsonObject(native)) return undefined;
  const id = native[family.idKey];
  if (typeof id !== 'string' || !isRecordId(family, id)) return undefined;
  const fields = readable(family, native);
  return (
    fields && {
      type: family.type,
      providerId: family.type === 'tax_rates' ? id : id.toLowerCase(),
      providerUpdatedAt: wireInstant(native['UpdatedDateUTC']) ?? wireInstant(native['UpdatedDateUTCString']),
      fields,
      native,
    }
  );
}

/** The fields expect what the provider documents. What else comes must not fail the page that it is on. */
function readable(family: Family, native: JsonObject): JsonObject | undefined {
  try {
    return readFields(family.fields, native);
  } catch {
    return undefined;
  }
}

/** The documents of an answer; undefined when the family's array is not there. */
export function documentsOf(family: Family, answer: JsonObject): readonly Json[] | undefined {
  const documents = answer[family.envelope];
  return Array.isArray(documents) ? documents : undefined;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Provider: numbers and codes are taken in the place of ids, but they change hands; only ids name a record. */
export function isRecordId(family: Family, id: string): boolean {
  if (family.type === 'tax_rates') return /^[\x21-\x7e]{1,50}$/.test(id);
  return uuidForm.test(id) && id !== zeroId;
}
