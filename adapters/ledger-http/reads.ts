import {
  familyOf,
  isJsonObject,
  type Json,
  type LedgerAccess,
  type LedgerFindQuery,
  type LedgerGateway,
  type LedgerListQuery,
  type LedgerPage,
  type LedgerRecord,
  notFound,
} from '#core/ports';
import type { Caller, JsonAnswer } from './caller.ts';
import { unreadable } from './refusal.ts';
import { fixedPageSize, largestPageSize } from './traits.ts';
import { queryText } from './transport.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family, isRecordId, recordOf } from './wire/family.ts';

export function readsOf(caller: Caller): Pick<LedgerGateway, 'read' | 'readMany' | 'list' | 'find'> {
  return {
    async read(access, type, providerId) {
      const family = families[type];
      const { singular } = familyOf(type);
      const isOrganization = type === 'organizations';
      // Provider: a tenant has one organization, whose address has no id.
      const address = isOrganization ? checkedAddress(family, providerId, '') : recordAddress(family, providerId);
      const call = { method: 'GET', path: address + queryText(family.query), record: singular } as const;
      const answer = await caller.json(access, call);
      const documents = documentsIn(family, answer);
      if (documents.length === 0) throw notFound(singular);
      const asked = documents.find((document) => idIn(family, document)?.toLowerCase() === providerId.toLowerCase());
      const record = recordOf(family, asked);
      if (record) return record;
      if (isOrganization) throw notFound(singular);
      throw unreadable('it holds another record', answer.status, answer.purpose);
    },
    async readMany(access, type, providerIds) {
      const family = families[type];
      const ids = providerIds.filter((id) => isRecordId(family, id));
      if (ids.length === 0) return { records: [], unreadable: [] };
      // Provider: only a page holds whole documents.
      const page = { page: 1, pageSize: fixedPageSize, modifiedSince: null };
      return pageOf(caller, access, family, { ...page, filters: { IDs: ids.join(',') } });
    },
    list(access, type, query) {
      const family = families[type];
      const pageSize = family.paging === 'sized' ? Math.min(query.pageSize, largestPageSize) : fixedPageSize;
      return pageOf(caller, access, family, { ...query, filters: {}, pageSize });
    },
    /** The filter may match too much; the caller compares exactly. */
    async find(access, { type, where, page }) {
      const family = families[type];
      const filters = filtersOf(family, where);
      return pageOf(caller, access, family, { page, pageSize: fixedPageSize, modifiedSince: null, filters });
    },
  };
}

/** Throws NOT_FOUND for a malformed id. */
export function recordAddress(family: Family, providerId: string, part = ''): string {
  return checkedAddress(family, providerId, `/${encodeURIComponent(providerId)}${part}`);
}

function checkedAddress(family: Family, providerId: string, rest: string): string {
  if (!isRecordId(family, providerId)) throw notFound(familyOf(family.type).singular);
  return family.path + rest;
}

async function pageOf(
  caller: Caller,
  access: LedgerAccess,
  family: Family,
  { page, pageSize, modifiedSince, filters }: LedgerListQuery & { readonly filters: Parameters },
): Promise<LedgerPage> {
  if (family.paging === 'whole' && page > 1) return { records: [], unreadable: [], hasMore: false };
  const paging = {
    whole: {},
    hundreds: { page: String(page) },
    sized: { page: String(page), pageSize: String(pageSize) },
  };
  const path = family.path + queryText({ ...family.query, ...family.listQuery, ...filters, ...paging[family.paging] });
  const headers = sinceHeader(family, modifiedSince);
  const answer = await caller.json(access, { method: 'GET', path, headers, record: null });
  const documents = documentsIn(family, answer);
  const records: LedgerRecord[] = [];
  const unread: (string | null)[] = [];
  for (const document of documents) {
    const record = recordOf(family, document);
    if (record) records.push(record);
    // The id may be any text, so its length is bounded here.
    else unread.push(idIn(family, document)?.slice(0, 50) ?? null);
  }
  const isFull = documents.length >= pageSize;
  return { records, unreadable: unread, hasMore: family.paging !== 'whole' && hasMore(answer, page, isFull) };
}

/** Provider: a UTC time without a zone, to the second. */
function sinceHeader(family: Family, since: Date | null): Parameters {
  return since && family.modifiedSince ? { 'if-modified-since': since.toISOString().slice(0, 19) } : {};
}

/** Provider: most lists say how many pages there are; in others a full page may have a successor. */
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

function idIn(family: Family, document: Json): string | undefined {
  const id = isJsonObject(document) ? document[family.idKey] : undefined;
  return typeof id === 'string' ? id : undefined;
}

type Parameters = Readonly<Record<string, string>>;

function filtersOf({ finds }: Family, where: LedgerFindQuery['where']): Parameters {
  const asked = Object.entries(finds.keys).flatMap(([name, key]) =>
    where[name] ? [[key, [where[name]].flat()] as const] : [],
  );
  if (finds.by === 'parameters') return Object.fromEntries(asked.map(([key, texts]) => [key, texts.join()]));
  const [key = '', texts = []] = asked[0] ?? [];
  return key === '' ? {} : (equals(key, texts) ?? (finds.hasSearch ? { searchTerm: texts.join() } : {}));
}

/** Returns undefined for a text with a quotation mark or a backslash: how the provider escapes them is unknown. */
function equals(key: string, texts: readonly string[]): Parameters | undefined {
  const each = texts.map((text) => (/["\\\p{Cc}]/u.test(text) ? undefined : `${key}=="${text}"`));
  return each.includes(undefined) ? undefined : { where: each.join(' OR ') };
}
