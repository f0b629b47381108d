// What is searched in a record: its texts, and the terms by which an index finds them. A term stands for three letters in
// a row, the first two of a word, a whole value or a scope. Terms only narrow a search, so a hash may be any; the texts
// decide.
import {
  type CachedRecord,
  type ConnectionOwner,
  familyOf,
  isJsonObject,
  type Json,
  type JsonObject,
  type Plane,
  type RecordFilter,
  type RecordPlace,
  type RecordStore,
  type ResourceType,
} from '#core/ports';
import { documentOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

/** Finds records that have all `terms` and whose texts are `like` the pattern. */
export interface Wanted {
  readonly terms: string;
  readonly pattern: string;
}

/** Bounds the terms of a record. */
const lettersMost = 200;

/**
 * The columns of a record, given as `wireRecord` makes it. Each text that a list searches ends with a line feed, each other
 * with a tab after `=`.
 */
export function searchColumns({ id, organizationId }: ConnectionOwner, type: ResourceType, wire: JsonObject) {
  const { number = '', external_reference = '', name = '', narration = '', contact, email = '', total } = wire;
  const { contact_number = '' } = wire;
  const { findsByName, unique } = familyOf(type);
  const names = [findsByName ? name : narration, isJsonObject(contact) ? (contact['name'] ?? '') : ''];
  const listed = [number, external_reference, ...names].map(folded);
  const others = [email, contact_number, ...(unique ? [wire[unique] ?? ''] : [])].map(folded);
  const whole = [wire['id'] ?? '', wire['provider_id'] ?? '', email, total ?? wire['amount'] ?? ''].map(folded);
  const scopes = [organizationId, type, `${id} ${type}`];
  const parts = [...listed, ...others].flatMap((text) => [...threesOf(text), ...(text.match(beginning) ?? [])]);
  return {
    search_text: [...listed.map((text) => `${text}\n`), '\t', ...others.map((text) => `=${text}\t`)].join(''),
    search_terms: termsOf([...scopes, ...parts, ...whole.map((text) => `=${text}`)]),
  };
}

/** Undefined if the filter asks for no part of a text. */
export function wantedBy({ connectionId, type }: RecordPlace, { contains, email }: RecordFilter): Wanted | undefined {
  if (contains === undefined && email === undefined) return undefined;
  const [part, address] = [folded(contains ?? ''), folded(email ?? '')];
  const whole = email === undefined ? [] : [`=${address}`];
  return {
    terms: termsOf([`${connectionId} ${type}`, ...partsOf(part), ...whole]),
    pattern: `%${escaped(part)}%\n%${email === undefined ? '' : `\t=${escaped(address)}\t%`}`,
  };
}

const foundMost = 200;

type Named = Pick<CachedRecord, 'type'> & { readonly connection_id: ConnectionOwner['id']; readonly item: string };

export async function searchPlane(session: Session, plane: Plane, wanted: Parameters<RecordStore['search']>[1]) {
  const { organizationId, environment } = plane;
  const { recordsWithTerms, unindexed } = session.dialect;
  const whole = 'whole' in wanted ? wanted.whole : undefined;
  const part = 'contains' in wanted ? folded(wanted.contains) : '';
  const narrow = 'contains' in wanted ? [wanted.type, ...partsOf(part)] : [`=${folded(wanted.whole)}`];
  const rows = await rowsOf<Named>(
    session.db,
    `select connection_id, type, item || ending as item from (select connection_id, type, provider_id
        from ${recordsWithTerms} where text like ? escape '!' and ${unindexed('organization_id')} = ?
        limit ${foundMost}) as narrowed
      join cached_records using (connection_id, type, provider_id) order by first_seen_at desc, provider_id limit ?`,
    [`${environment} ${termsOf([organizationId, ...narrow])}`, `%${escaped(part)}%`, organizationId, wanted.limit],
  );
  const found = rows.map(({ connection_id, type, item }) => ({
    connectionId: connection_id,
    type,
    item: documentOf<JsonObject>(item),
  }));
  // Other values may share the hash.
  const values = ({ id, provider_id, total, amount }: JsonObject) => [id, provider_id, total ?? amount ?? ''];
  return whole === undefined
    ? found
    : found.filter(({ item }) => values(item).some((value) => folded(value ?? '') === folded(whole)));
}

function folded(value: Json): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return text.normalize().toLowerCase().replace(/\s+/g, ' ').trim().slice(0, lettersMost);
}

const beginning = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{2}/gu;

function partsOf(text: string): readonly string[] {
  const threes = threesOf(text);
  return threes.length > 0 || text === '' ? threes : [text];
}

function threesOf(text: string): readonly string[] {
  const letters = [...text];
  return letters.slice(2).map((last, at) => `${letters[at]}${letters[at + 1]}${last}`);
}

function termsOf(texts: readonly string[]): string {
  return [...new Set(texts.map(termOf))].join(' ');
}

function termOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 65_599 + text.charCodeAt(at)) % 4_294_967_291;
  return sum.toString(36);
}

function escaped(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
