// What changed of a record since it was last told, from readings that may each show another part of it.
import { isAhead } from './ahead.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from './json.ts';
import { type CachedRecord, isStampAhead, textField } from './ledger-record.ts';

export const recordChanges = ['created', 'updated', 'deleted'] as const;
export type RecordChangeKind = (typeof recordChanges)[number];

/** The state of a record that was last told, or that was remembered without an event. Kept with the copy. */
export type ToldRecord = {
  /** The activation of the connection to which the telling belongs, in milliseconds since 1970. */
  readonly since: number;
  /** The provider's stamp in milliseconds; null for a record without one, or with one in the future. */
  readonly stamp: number | null;
  /** How many states were told. */
  readonly count: number;
  readonly isDeleted: boolean;
  /** A digest of each field that has a value. */
  readonly digests: Readonly<Record<string, string>>;
  /** The fields that were shown without a value. A field in neither was never shown. */
  readonly empty: readonly string[];
};

/** What is known of a stored record. `isCurrent`: of exactly the stored state. */
export type KnownRecord =
  | { readonly told: ToldRecord; readonly isCurrent: boolean }
  /** A build that tells nothing stored it: the fields of the copy before, null if the copy has not changed since. */
  | { readonly before: JsonObject | null }
  /** Seen for the first time. */
  | 'unknown';

export interface RecordReading {
  readonly record: CachedRecord;
  /** The connection's activation: what is older is not told as created. */
  readonly since: Date;
  /** True once the family was read to its end after the activation, so that an unknown record is a new one. */
  readonly isWalked: boolean;
  /** A write of ours has made the record. */
  readonly isMade: boolean;
}

export interface RecordNews {
  readonly told: ToldRecord;
  /** Null for a state that is only remembered. */
  readonly change: RecordChangeKind | null;
  /** Top-level fields: all with a value for `created`, none for `deleted`. */
  readonly changed: readonly string[];
}

type Sha256 = (text: string) => string;

/**
 * Compares a reading with what was told. A field that the reading hides keeps its told state, and one that was never shown
 * before is learned without an event. Undefined for a state that is older than the told one.
 */
export function recordNews(known: KnownRecord, reading: RecordReading, sha256: Sha256): RecordNews | undefined {
  const next = toldStateOf(reading, sha256);
  const before = toldBefore(known, reading, sha256);
  if (!before) return { told: next, ...firstSeen(reading, next) };
  const stamp =
    before.stamp !== null && isAhead(new Date(before.stamp), reading.record.fetchedAt) ? null : before.stamp;
  const isStamped = stamp !== null && next.stamp !== null;
  if (isStamped && next.stamp < stamp) return undefined;
  const hasMoved = isStamped && next.stamp > stamp;
  // Hidden fields may have changed with the stamp: a later reading of this state then learns them, and is no news.
  const told = { ...(hasMoved ? next : merged(before, next)), since: next.since, count: before.count };
  const changed = Object.keys(reading.record.fields).filter((name) => differs(before, next, name));
  const isNews = changed.length > 0 || hasMoved;
  if (before.isDeleted && next.isDeleted) return { told, change: null, changed: [] };
  if (!isNews && !before.isDeleted) return { told, change: null, changed: [] };
  const counted = { ...told, count: before.count + 1 };
  if (before.isDeleted) return { told: counted, change: 'created', changed: valued(reading.record, told) };
  return next.isDeleted
    ? { told: counted, change: 'deleted', changed: [] }
    : { told: counted, change: 'updated', changed };
}

/** True for a reading that the provider has stamped later than what was told, though it may show the same fields. */
export function isStampedLater(record: CachedRecord, told: ToldRecord): boolean {
  const stamp = stampIn(record);
  return stamp !== null && (told.stamp === null || stamp > told.stamp);
}

function stampIn(record: CachedRecord): number | null {
  return isStampAhead(record) ? null : (record.providerUpdatedAt?.getTime() ?? null);
}

/** Undefined where nothing was told or read since the activation. */
function toldBefore(known: KnownRecord, reading: RecordReading, sha256: Sha256): ToldRecord | undefined {
  if (known === 'unknown') return undefined;
  const { record, since, isWalked } = reading;
  if ('told' in known) return isWalked || known.told.since === since.getTime() ? known.told : undefined;
  if (!isWalked) return undefined;
  return toldStateOf(known.before ? { ...reading, record: copyBefore(record, known.before) } : reading, sha256);
}

/** The record as its copy showed it: without the fields that were too large, or that an earlier build did not know. */
function copyBefore(
  record: CachedRecord,
  { provider_updated_at: stamp, truncated, ...shown }: JsonObject,
): CachedRecord {
  const large = Array.isArray(truncated) ? truncated : [];
  const known = Object.entries(shown).filter(([name]) => name in record.fields && !large.includes(name));
  const providerUpdatedAt = typeof stamp === 'string' ? new Date(stamp) : null;
  return { ...record, providerUpdatedAt, fields: Object.fromEntries(known), hidden: undefined };
}

function firstSeen({ record, since, isWalked, isMade }: RecordReading, next: ToldRecord): Omit<RecordNews, 'told'> {
  const isOld = next.stamp !== null && next.stamp < since.getTime();
  const isNew = (isMade || (isWalked && !isOld)) && !next.isDeleted;
  return { change: isNew ? 'created' : null, changed: isNew ? valued(record, next) : [] };
}

function toldStateOf({ record, since }: RecordReading, sha256: Sha256): ToldRecord {
  const hidden = new Set(record.hidden);
  const shown = Object.entries(record.fields).filter(([name]) => !hidden.has(name));
  const withValue = shown.filter(([, value]) => !isEmpty(value));
  return {
    since: since.getTime(),
    stamp: stampIn(record),
    count: 1,
    isDeleted: textField(record, 'status') === 'DELETED',
    digests: Object.fromEntries(
      withValue.map(([name, value]) => [name, sha256(canonicalJson(comparedOf(value))).slice(0, digestLength)]),
    ),
    empty: shown.filter(([, value]) => isEmpty(value)).map(([name]) => name),
  };
}

const digestLength = 10;

/** A reference to another record counts by its id: that record's new name is no change of this one. */
function comparedOf(value: Json): Json {
  return isJsonObject(value) && typeof value['provider_id'] === 'string' ? value['provider_id'] : value;
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function merged(before: ToldRecord, next: ToldRecord): ToldRecord {
  const shown = new Set([...Object.keys(next.digests), ...next.empty]);
  const kept = Object.entries(before.digests).filter(([name]) => !shown.has(name));
  return {
    ...next,
    stamp: next.stamp ?? before.stamp,
    digests: { ...Object.fromEntries(kept), ...next.digests },
    empty: [...next.empty, ...before.empty.filter((name) => !shown.has(name))],
  };
}

/** True if both show the field, with different values. */
function differs(before: ToldRecord, next: ToldRecord, name: string): boolean {
  const [one, other] = [shownAs(before, name), shownAs(next, name)];
  return one !== undefined && other !== undefined && one !== other;
}

/** Undefined for a field that was never shown, empty for one without a value. */
function shownAs({ digests, empty }: ToldRecord, name: string): string | undefined {
  return digests[name] ?? (empty.includes(name) ? '' : undefined);
}

function valued({ fields }: CachedRecord, { digests }: ToldRecord): readonly string[] {
  return Object.keys(fields).filter((name) => digests[name] !== undefined);
}

/**
 * What makes two announcements of a record the same. A state of a record with stamps is named by its stamp and its fields,
 * so that readings which hide different fields of one state cannot take turns in being news; one without stamps may come
 * back, and is numbered.
 */
export function recordIdentity(
  { since, stamp, count, digests }: ToldRecord,
  change: RecordChangeKind,
  sha256: Sha256,
): readonly string[] {
  const state = sha256(JSON.stringify(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1))));
  const place = stamp === null ? `${since}/${count}` : String(stamp);
  return [change === 'deleted' ? 'deleted' : 'stands', place, state.slice(0, 2 * digestLength)];
}
