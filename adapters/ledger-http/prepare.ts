import {
  badRequest,
  canonicalJson,
  familyOf,
  isEnding,
  isJsonObject,
  type Json,
  type JsonObject,
  type PreparedWrite,
  ServiceError,
  type WriteIntent,
  type WritePayload,
} from '#core/ports';
import { queryText } from '../outgoing-http/transport.ts';
import { idOf } from './native-document.ts';
import { overlay } from './overlay.ts';
import { recordAddress } from './reads.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family, type WriteFacts } from './wire/family.ts';
import { writeFields } from './wire/field.ts';

interface WirePayload {
  /** Provider: PUT creates and never updates. */
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: string;
}

function wirePayload(method: WirePayload['method'], path: string, document: JsonObject): WritePayload {
  return { method, path, body: canonicalJson(document) } as JsonObject as WritePayload;
}

export function payloadOf({ payload }: PreparedWrite): WirePayload {
  return payload as JsonObject as unknown as WirePayload;
}

/** The document of a write's body. */
export function documentOf(write: PreparedWrite, revive?: (key: string, value: Json) => Json): JsonObject {
  const body = JSON.parse(payloadOf(write).body, revive) as JsonObject;
  return (documentsOf(families[write.type], body)?.[0] ?? body) as JsonObject;
}

export function prepare(intent: WriteIntent): PreparedWrite {
  const family = families[intent.type];
  const { type, path, query, envelope } = family;
  if (intent.kind === 'update' && isEnding(type, intent.fields)) return ending(family, intent);
  const facts = writeFactsOf(family, intent);
  if (intent.kind === 'create' || intent.kind === 'create_native') {
    const document = intent.kind === 'create' ? normalized(family, facts, intent.fields, true) : intent.document;
    const body = facts.createsBare ? document : { [envelope]: [document] };
    return { type, creates: true, payload: wirePayload('PUT', path + queryText(query), body) };
  }
  if (intent.kind === 'convert_quote') throw new Error('the provider does not convert quotes; the service copies them');
  const address = recordAddress(family, intent.providerId) + queryText(query);
  // Provider: an archived record accepts its new status only, without other fields.
  const changes = intent.kind === 'restore' ? { [facts.statusKey]: 'ACTIVE' } : changed(family, facts, intent);
  const body = { [envelope]: [{ ...changes, [family.idKey]: intent.providerId }] };
  return { type, creates: false, payload: wirePayload('POST', address, body) };
}

/** Provider: a status alone ends a record of any family, also of one that takes no other change. */
function ending(family: Family, { providerId, fields }: Extract<WriteIntent, { kind: 'update' }>): PreparedWrite {
  const { type, query, envelope, idKey } = family;
  const body = { [envelope]: [{ Status: String(fields['status']).toUpperCase(), [idKey]: providerId }] };
  return {
    type,
    creates: false,
    payload: wirePayload('POST', recordAddress(family, providerId) + queryText(query), body),
  };
}

function writeFactsOf({ writes }: Family, { kind, type }: WriteIntent): WriteFacts {
  const { writes: may, requests, identifier } = familyOf(type);
  const isPossible = {
    create: requests !== null,
    create_native: true,
    update: requests !== null && may === 'creates_and_updates',
    update_native: may === 'creates_and_updates',
    restore: identifier !== null,
    convert_quote: true,
  }[kind];
  if (writes && isPossible) return writes;
  throw new ServiceError('BAD_REQUEST', `${type} is read-only in v1`, { reason: 'resource_read_only' });
}

function changed(
  family: Family,
  facts: WriteFacts,
  intent: Extract<WriteIntent, { kind: 'update' | 'update_native' }>,
): JsonObject {
  const changes = intent.kind === 'update' ? normalized(family, facts, intent.fields, false) : intent.document;
  const named = idOf(intent.type, changes);
  if (named !== undefined && named !== intent.providerId.toLowerCase()) {
    throw badRequest(`provider_data.${family.idKey}`, 'names another record');
  }
  if (!intent.existing) return changes;
  if (facts.statusAlone && Object.keys(changes).join() === facts.statusKey) return changes;
  if (intent.kind === 'update' && !facts.replaces) return withWholeParts(facts, intent.existing, changes);
  const overlaid = intent.linesAreNet ? withNetLines(family, changes) : changes;
  return overlay(family, intent.existing, overlaid, intent.categories);
}

/** Adds what the live document has in the objects of which the change names a part. */
function withWholeParts({ replacedParts }: WriteFacts, existing: JsonObject, changes: JsonObject): JsonObject {
  const parts = Object.values(replacedParts).flatMap((key): readonly [string, JsonObject][] => {
    const [live, changed] = [existing[key], changes[key]];
    return isJsonObject(live) && isJsonObject(changed) ? [[key, { ...live, ...changed }]] : [];
  });
  return { ...changes, ...Object.fromEntries(parts) };
}

/** Lets inherited net lines keep their tax and says in the document that they are net. */
function withNetLines({ fields }: Family, changes: JsonObject): JsonObject {
  const { LineItems: _inherited, ...rest } = changes;
  return { ...rest, ...writeFields(fields, { line_amount_mode: 'exclusive' }, { creating: false }) };
}

function normalized({ fields }: Family, { defaults }: WriteFacts, body: JsonObject, creating: boolean): JsonObject {
  return writeFields(fields, creating ? { ...defaults, ...body } : body, { creating });
}
