// Reads one record by its id, or one page of a family.
import {
  familyOf,
  isJsonObject,
  type Json,
  type LedgerAccess,
  type LedgerGateway,
  type LedgerListQuery,
  type LedgerPage,
  type LedgerRecord,
  notFound,
  type ResourceType,
} from '#core';
import type { Caller, JsonAnswer } from './caller.ts';
import { unreadable } from './errors/refusal.ts';
import type { CallBounds } from './http/bounds.ts';
import { queryText } from './query-text.ts';
import { fixedPageSize, largestPageSize } from './traits.ts';
import { families } from './wire/families.ts';
import type { Family } from './wire/family.ts';
import { documentsOf, isRecordId, recordOf } from './wire/record.ts';

const accept = 'application/json';

export function createReads(caller: Caller, bounds: CallBounds): Pick<LedgerGateway, 'read' | 'list'> {
  return {
    read: (access, type, providerId) => readOne(caller, bounds, access, type, providerId),
    list: (access, type, query) => readPage(caller, bounds, access, families[type], query),
  };
}

async function readOne(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  type: ResourceType,
  providerId: string,
): Promise<LedgerRecord> {
  const family = families[type];
  const { singular } = familyOf(type);
  if (!isRecordId(family, providerId)) throw notFound(singular);
  // Provider: a tenant has one organization, at an address without an id.
  const address = type === 'organizations' ? family.path : `${family.path}/${encodeURIComponent(providerId)}`;
  const path = address + queryText(family.query);
  const answer = await caller.json(access, { method: 'GET', path, accept, record: singular }, bounds);
  const documents = documentsIn(family, answer);
  if (documents.length === 0) throw notFound(singular);
  const asked = documents.find((document) => hasId(family, document, providerId));
  const record = recordOf(family, asked);
  if (record) return record;
  if (type === 'organizations') throw notFound(singular);
  throw unreadable('it holds another record', answer.status, answer.purpose);
}

async function readPage(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  family: Family,
  query: LedgerListQuery,
): Promise<LedgerPage> {
  if (family.paging === 'whole' && query.page > 1) return { records: [], unreadable: [], hasMore: false };
  const pageSize = family.paging === 'sized' ? Math.min(query.pageSize, largestPageSize) : fixedPageSize;
  const parameters = { ...family.query, ...family.listQuery, ...paging(family, query.page, pageSize) };
  const headers = modifiedSince(family, query.modifiedSince);
  return pageOf(caller, bounds, access, family, { parameters, headers, page: query.page, pageSize });
}

interface PageCall {
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly page: number;
  readonly pageSize: number;
}

/** The records that one list call of a family answers. */
export async function pageOf(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  family: Family,
  { parameters, headers = {}, page, pageSize }: PageCall,
): Promise<LedgerPage> {
  const path = family.path + queryText(parameters);
  const answer = await caller.json(access, { method: 'GET', path, accept, headers, record: null }, bounds);
  const documents = documentsIn(family, answer);
  const records: LedgerRecord[] = [];
  const unread: (string | null)[] = [];
  for (const document of documents) {
    const record = recordOf(family, document);
    if (record) records.push(record);
    else unread.push(shownId(family, document));
  }
  return {
    records,
    unreadable: unread,
    hasMore: family.paging !== 'whole' && hasMore(answer, page, documents.length >= pageSize),
  };
}

export function paging(family: Family, page: number, pageSize: number): Record<string, string> {
  if (family.paging === 'whole') return {};
  return { page: String(page), ...(family.paging === 'sized' ? { pageSize: String(pageSize) } : {}) };
}

/** Provider: UTC without a zone, to the second. */
function modifiedSince(family: Family, since: Date | null): Record<string, string> {
  return since && family.modifiedSince ? { 'if-modified-since': since.toISOString().slice(0, 19) } : {};
}

/** Provider: most lists count their pages; of the others a full page may have a successor. */
function hasMore({ json }: JsonAnswer, page: number, isFull: boolean): boolean {
  const pagination = json['pagination'];
  const pageCount = isJsonObject(pagination) ? pagination['pageCount'] : undefined;
  return typeof pageCount === 'number' ? page < pageCount : isFull;
}

function documentsIn(family: Family, { json, status, purpose }: JsonAnswer): readonly Json[] {
  const documents = documentsOf(family, json);
  if (!documents) throw unreadable(`it has no ${family.envelope}`, status, purpose);
  return documents;
}

/** At the place of an id, whatever it is, cut to a bearable length. */
function shownId(family: Family, document: Json): string | null {
  const id = isJsonObject(document) ? document[family.idKey] : undefined;
  return typeof id === 'string' ? id.slice(0, 50) : null;
}

function hasId(family: Family, document: Json, providerId: string): boolean {
  const id = isJsonObject(document) ? document[family.idKey] : undefined;
  return typeof id === 'string' && id.toLowerCase() === providerId.toLowerCase();
}
