// Turns a wish into the exact bytes of a write: creating is PUT on the collection, updating is POST on the record.
import {
  badRequest,
  canonicalJson,
  familyOf,
  type JsonObject,
  notFound,
  type PreparedWrite,
  type ResourceType,
  ServiceError,
  type WriteIntent,
  type WritePayload,
} from '#core';
import { identify } from './identify.ts';
import { overlay } from './overlay.ts';
import { queryText } from './query-text.ts';
import { writeFields } from './wire/document.ts';
import { families } from './wire/families.ts';
import type { Family } from './wire/family.ts';
import { lineAmountModes, quoteLineAmountModes } from './wire/line-amount-modes.ts';
import { isRecordId } from './wire/record.ts';

/** What a prepared write holds: a request down to its bytes. */
export interface WirePayload {
  /** Provider: PUT creates and never updates. */
  readonly method: 'PUT' | 'POST';
  /** Below the API's base address, with its query. */
  readonly path: string;
  readonly body: string;
}

function wirePayload(method: WirePayload['method'], path: string, document: JsonObject): WritePayload {
  return { method, path, body: canonicalJson(document) } as JsonObject as WritePayload;
}

export function payloadOf({ payload }: PreparedWrite): WirePayload {
  return payload as JsonObject as unknown as WirePayload;
}

export function prepare(intent: WriteIntent): PreparedWrite {
  const family = families[intent.type];
  refuseReadOnly(intent);
  const document = documentFor(family, intent);
  const { type, path, query, envelope, createsBare } = family;
  if (intent.kind === 'create' || intent.kind === 'create_native') {
    const body = createsBare ? document : { [envelope]: [document] };
    return { type, creates: true, payload: wirePayload('PUT', path + queryText(query), body) };
  }
  const address = `${path}/${encodeURIComponent(intent.providerId)}${queryText(query)}`;
  return { type, creates: false, payload: wirePayload('POST', address, { [envelope]: [document] }) };
}

function refuseReadOnly({ kind, type }: WriteIntent): void {
  const { isWritable, requests } = familyOf(type);
  const allowed = kind === 'create' || kind === 'update' ? requests !== null : isWritable;
  if (!allowed) throw new ServiceError('BAD_REQUEST', `${type} is read-only in v1`, { reason: 'resource_read_only' });
}

function documentFor(family: Family, intent: WriteIntent): JsonObject {
  if (intent.kind === 'create_native') return intent.document;
  if (intent.kind === 'create') return normalized(family, intent.fields, true);
  if (intent.kind === 'restore') return restored(family, intent);
  const changes = intent.kind === 'update' ? normalized(family, intent.fields, false) : intent.document;
  if (!isRecordId(family, intent.providerId)) throw notFound(familyOf(intent.type).singular);
  const named = identify(intent.type, changes);
  if (named !== undefined && named !== intent.providerId.toLowerCase()) {
    throw badRequest(`provider_data.${family.idKey}`, `provider_data.${family.idKey} names another record`);
  }
  const whole = intent.existing ? overlay(family, intent.existing, outgoing(intent, changes)) : changes;
  return { ...whole, [family.idKey]: intent.providerId };
}

/** Provider: an archived record takes its status and nothing beside it. */
function restored(family: Family, { type, providerId }: Extract<WriteIntent, { kind: 'restore' }>): JsonObject {
  if (!isRecordId(family, providerId)) throw notFound(familyOf(type).singular);
  return { [type === 'contacts' ? 'ContactStatus' : 'Status']: 'ACTIVE', [family.idKey]: providerId };
}

/** Net lines that are inherited stay, with their tax, and say so; provider: the mode's name is in capitals on quotes. */
function outgoing({ type, linesAreNet }: { type: ResourceType; linesAreNet?: true }, changes: JsonObject): JsonObject {
  if (linesAreNet !== true) return changes;
  const { LineItems: _inherited, ...rest } = changes;
  const modes = type === 'quotes' ? quoteLineAmountModes : lineAmountModes;
  return { ...rest, LineAmountTypes: modes.exclusive };
}

function normalized(family: Family, fields: JsonObject, creating: boolean): JsonObject {
  return writeFields(family.fields, family.adjust(fields, creating), { creating });
}
