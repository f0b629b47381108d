import {
  familyOf,
  isJsonObject,
  type Json,
  type LedgerAccess,
  type LedgerFindQuery,
  type LedgerGateway,
  type LedgerPage,
  type LedgerRecord,
  notFound,
} from '#core/ports';
import { queryText } from '../outgoing-http/transport.ts';
import { asListed } from './as-listed.ts';
import type { Caller, JsonAnswer } from './caller.ts';
import { cursorOf, type ListedPage, type ListQuery, placeAfter, placeIn, queryAt } from './list-walk.ts';
import { unreadable } from './refusal.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family, isRecordId, recordOf } from './wire/family.ts';
import { wireInstant } from './wire/wire-date.ts';

/** Provider: the page size of searches and of families that accept no size. */
const fixedPageSize = 100;
export const largestPageSize = 1000;

/** A listed page has at most `pageSize` records. */
export function readsOf(caller: Caller, pageSize: number): Pick<LedgerGateway, 'read' | 'readMany' | 'list' | 'find'> {
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
    async list(access, type, { since, after }) {
      const family = families[type];
      const isFixed = family.paging === 'hundreds';
      const window = { size: isFixed ? fixedPageSize : pageSize, isFixed };
      const place = placeIn(after, since);
      const page = await pageOf(caller, access, family, queryAt(place, window));
      const next = placeAfter(place, page, window);
      return {
        records: page.records.filter(isCreatedSince(family, since)),
        unreadable: page.unreadable,
        next: next ? cursorOf(next) : null,
      };
    },
    /** The filter may match too much; the caller compares exactly. The cursor is the number of the next page. */
    async find(access, { type, where, after }) {
      const family = families[type];
      const page = /^\d{1,6}$/.test(after ?? '') ? Math.max(Number(after), 1) : 1;
      const filters = filtersOf(family, where);
      const query = { page, pageSize: fixedPageSize, modifiedSince: null, filters };
      const { records, unreadable, hasMore } = await pageOf(caller, access, family, query);
      return { records, unreadable, next: hasMore ? String(page + 1) : null };
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
  { page, pageSize, modifiedSince, filters }: ListQuery & { readonly filters?: Parameters },
): Promise<Omit<LedgerPage, 'next'> & ListedPage> {
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
    if (record) records.push(asListed(record));
    // The id may be any text, so its length is bounded here.
    else unread.push(idIn(family, document)?.slice(0, 50) ?? null);
  }
  const isFull = documents.length >= pageSize;
  return { records, unreadable: unread, hasMore: family.paging !== 'whole' && hasMore(answer, page, isFull) };
}

/** A record without the time of its creation may be new. */
function isCreatedSince({ createdKey }: Family, since: Date | null): (record: LedgerRecord) => boolean {
  if (createdKey === undefined || since === null) return () => true;
  return ({ native }) => {
    const at = wireInstant(native[createdKey]);
    // Provider: times are cut to the second.
    return at === null || at.getTime() >= Math.floor(since.getTime() / 1000) * 1000;
  };
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
