// Sends several documents in one call and reads the answer for each.
import {
  familyOf,
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerGateway,
  type LedgerRecord,
  type PreparedWrite,
  type ServiceError,
} from '#core/ports';
import { queryText } from '../outgoing-http/transport.ts';
import type { Caller, JsonAnswer } from './caller.ts';
import { couldBe } from './could-be.ts';
import { documentOf, payloadOf } from './prepare.ts';
import { refusal, refusedElement, unreadable } from './refusal.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family, recordOf } from './wire/family.ts';

export function sendManyOf(caller: Caller): LedgerGateway['sendMany'] {
  return async (access, writes, providerKey) => {
    const [first] = writes;
    if (!first) return [];
    const { type, creates } = first;
    const family = families[type];
    // Provider: without this parameter, one refused element makes the answer a 400 that omits the saved ones.
    const path = family.path + queryText({ ...family.query, summarizeErrors: 'false' });
    const body = JSON.stringify({ [family.envelope]: writes.map((write) => documentOf(write)) });
    const answer = await caller.json(access, {
      method: creates ? 'PUT' : 'POST',
      path,
      body,
      type,
      headers: { 'idempotency-key': providerKey },
      record: creates ? null : familyOf(type).singular,
      takesRefusal: true,
    });
    const { json, status } = answer;
    const elements = status === 400 ? json['Elements'] : documentsOf(family, json);
    if (!Array.isArray(elements)) throw refusalOf(answer, family);
    const found = elementsOf(family, writes, elements.filter(isJsonObject));
    return found.map((element) => element && answerOf(family, element, answer));
  };
}

/** A 400 without elements refuses the call as a whole. */
function refusalOf({ status, json, purpose }: JsonAnswer, { envelope }: Family): ServiceError {
  if (status !== 400) return unreadable(`it has no ${envelope}`, status, purpose);
  return refusal({ status, json, headers: {}, bytes: Buffer.alloc(0) }, purpose);
}

/** Null for a document that was accepted without an id. */
function answerOf(
  family: Family,
  element: JsonObject,
  { status, purpose }: JsonAnswer,
): LedgerRecord | ServiceError | null {
  const { StatusAttributeString: said, ValidationErrors: errors } = element;
  const isRefused = status === 400 || said === 'ERROR' || (Array.isArray(errors) && errors.length > 0);
  if (isRefused) return refusedElement(element, status, purpose);
  return recordOf(family, element) ?? null;
}

/**
 * Returns the element of each write, null where it has none. The provider does not promise to keep the order. If the
 * elements do not fit the writes at their places, each goes to the write that it fits best, or to the write at its
 * place if it fits none.
 */
function elementsOf(
  family: Family,
  writes: readonly PreparedWrite[],
  elements: readonly JsonObject[],
): readonly (JsonObject | null)[] {
  const fits = (write: PreparedWrite, element: JsonObject) => isOf(family, write, element);
  const isComplete = elements.length === writes.length;
  if (isComplete && writes.every((write, i) => fits(write, elements[i] as JsonObject))) return elements;
  const found: (JsonObject | null)[] = writes.map(() => null);
  const left: (readonly [place: number, element: JsonObject])[] = [];
  for (const [place, element] of elements.entries()) {
    const free = [...writes.keys()].filter((i) => found[i] === null && fits(writes[i] as PreparedWrite, element));
    const best = free.sort((a, b) => lengthOf(writes[b]) - lengthOf(writes[a]) || distance(a, b, place))[0];
    if (best === undefined) left.push([place, element]);
    else found[best] = element;
  }
  for (const [place, element] of isComplete ? left : []) found[place] ??= element;
  return found;
}

function distance(a: number, b: number, place: number): number {
  return Math.abs(a - place) - Math.abs(b - place);
}

/** A longer document is the better fit: one that leaves out a field also fits elements in which others filled it in. */
function lengthOf(write: PreparedWrite | undefined): number {
  return write ? payloadOf(write).body.length : 0;
}

function isOf(family: Family, write: PreparedWrite, native: JsonObject): boolean {
  if (write.creates) return couldBe(write, { type: family.type, native });
  return sameId(documentOf(write)[family.idKey], native[family.idKey]);
}

function sameId(one: Json | undefined, other: Json | undefined): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
