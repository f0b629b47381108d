// What was told of records, kept in the column `told` of their copies: null for a record of which nobody was told; empty for
// a copy that is itself the state to compare with (of invoices always, because their announcements are kept apart); a JSON
// object, the copy before, once such a copy is replaced; else the digest of the copy's fields when it was told, and then the
// told state as JSON. A digest never begins with a brace.
import {
  type ConnectionId,
  type CopyOf,
  type CopyPlace,
  isTold,
  type JsonObject,
  type KnownRecord,
  type ResourceType,
  type ToldRecord,
} from '#core/ports';
import { documentOf, documentText } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { rowsText } from '../insert-rows.ts';
import { preparedRowsOf, type Session } from '../session.ts';
import { digestOf } from './record-digest.ts';

/** SHA-256 in base 64. */
const digestLength = 43;

/** Assigned when a copy is replaced. */
export const toldAfterPut = `told = case when excluded.told = '' then ''
  when cached_records.told = '' then cached_records.item || cached_records.ending else cached_records.told end`;

/** True of a row `r` of which is known that its fields were told, or need not be. */
export const isKept = `(r.told = '' or substr(r.told, 1, ${digestLength}) = r.fields_digest)`;

export function toldOfNew(type: ResourceType): string | null {
  return isTold(type) ? null : '';
}

const place = { connection_id: 'text', type: 'text', provider_id: 'text' } as const;

// The limit makes PostgreSQL look each row up by its key.
const knownSql = ({ given }: Dialect): string => `select given.number, r.told, r.fields_digest
  from (${given({ ...place, fields_digest: 'text', number: 'integer' })}) as given
  join cached_records r on r.connection_id = given.connection_id and r.type = given.type
    and r.provider_id = given.provider_id and r.fields_digest = given.fields_digest`;

const noteSql = ({ given }: Dialect): string => `update cached_records
  set told = cached_records.fields_digest || given.told from (${given({ ...place, told: 'text' })}) as given
  where cached_records.connection_id = given.connection_id and cached_records.type = given.type
    and cached_records.provider_id = given.provider_id`;

interface KnownRow {
  readonly number: number;
  readonly told: string | null;
  readonly fields_digest: string;
}

export async function knownRecords(
  { db, dialect }: Session,
  copies: readonly CopyOf[],
): Promise<readonly (KnownRecord | undefined)[]> {
  if (copies.length === 0) return [];
  const rows = copies.map(({ connectionId, record }, number) => ({
    ...rowPlaceOf({ connectionId, type: record.type, providerId: record.providerId }),
    fields_digest: digestOf(documentText(record.fields)),
    number,
  }));
  const found = await preparedRowsOf<KnownRow>(db, knownSql(dialect), [rowsText(rows)]);
  const known = new Map(found.map((row) => [row.number, knownOf(row)]));
  return copies.map((_, number) => known.get(number));
}

function knownOf({ told, fields_digest }: KnownRow): KnownRecord {
  if (told === null) return 'unknown';
  if (told === '') return { before: null };
  if (told.startsWith('{')) return { before: documentOf<JsonObject>(told) };
  const state = stateIn(told.slice(digestLength));
  return state ? { told: state, isCurrent: told.startsWith(fields_digest) } : { before: null };
}

/** Undefined for a form that a later build has stored: the copy then counts as told, and its next change is news. */
function stateIn(text: string): ToldRecord | undefined {
  try {
    return documentOf<ToldRecord>(text);
  } catch {
    return undefined;
  }
}

export async function noteTold(
  { db, dialect }: Session,
  told: readonly (CopyPlace & { readonly told: ToldRecord })[],
): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map((one) => ({ ...rowPlaceOf(one), told: documentText(one.told) }));
  await preparedRowsOf(db, noteSql(dialect), [rowsText(rows)]);
}

function rowPlaceOf({ connectionId, type, providerId }: CopyPlace) {
  return { connection_id: connectionId satisfies ConnectionId, type, provider_id: providerId };
}
