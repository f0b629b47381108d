// Sends several documents in one call and reads the answer for each.
import {
  familyOf,
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
import { type PairedCall, pairElements } from './pair-elements.ts';
import { documentOf, payloadOf } from './prepare.ts';
import { isRefusal, refusal, refusedElement, unreadable } from './refusal.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family, isRecordId, plainId } from './wire/family.ts';
import { writtenOf } from './wire/written.ts';

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
    const found = pairElements(pairedCall(family, writes, answer), elements);
    return writes.map((write, place) => {
      const element = found[place];
      return element ? answerOf(family, write, element, answer) : null;
    });
  };
}

/** A 400 without elements refuses the call as a whole. */
function refusalOf({ status, json, purpose }: JsonAnswer, { envelope }: Family): ServiceError {
  if (status !== 400) return unreadable(`it has no ${envelope}`, status, purpose);
  return refusal({ status, json, headers: {}, bytes: Buffer.alloc(0) }, purpose);
}

/** Null for a document that was accepted without an id, and for a change that is answered with another record. */
function answerOf(
  family: Family,
  write: PreparedWrite,
  element: JsonObject,
  { status, purpose }: JsonAnswer,
): LedgerRecord | ServiceError | null {
  const named = idIn(family, element);
  if (!write.creates && named !== undefined && !sameId(documentOf(write)[family.idKey], named)) return null;
  if (status === 400 || isRefusal(element, family)) return refusedElement(element, status, purpose);
  return writtenOf(family, element) ?? null;
}

function pairedCall(family: Family, writes: readonly PreparedWrite[], { status }: JsonAnswer): PairedCall {
  const at = (place: number) => writes[place] as PreparedWrite;
  const isRefused = (element: JsonObject) => status === 400 || isRefusal(element, family);
  return {
    count: writes.length,
    fits(place, element) {
      const write = at(place);
      if (write.creates) return couldBe(write, { type: family.type, native: element });
      return sameId(documentOf(write)[family.idKey], element[family.idKey]);
    },
    lengthOf: (place) => payloadOf(at(place)).body.length,
    // A refused create may name the record that exists already, which others may name, too.
    idOf: (element) => (at(0).creates && isRefused(element) ? undefined : idIn(family, element)),
    isRefused,
  };
}

function idIn(family: Family, element: JsonObject): string | undefined {
  const id = element[family.idKey];
  return typeof id === 'string' && isRecordId(family, id) ? plainId(family, id) : undefined;
}

function sameId(one: Json | undefined, other: Json | undefined): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
