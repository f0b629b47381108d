// Decides what was told of edited records: each state that stood at the end, none twice, and exactly what differs.
import { isDeepStrictEqual } from 'node:util';
import { recordEventType } from '../../core/domain/event.ts';
import { type Edited, type EditedType, editedTypes, nameOf, type Revision } from './edited-books.ts';

export interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly connectionId: string;
  readonly sequence: number;
  readonly change: string;
  readonly changed: readonly string[];
  readonly record: Readonly<Record<string, unknown>>;
}

export interface Told {
  readonly events: readonly ToldEvent[];
  /** What the ledger had; `names` of what the first sync has read. */
  readonly records: Iterable<Edited>;
  readonly atFirst: ReadonlyMap<string, number>;
}

/** Which states were told; what is wrong with that is said in words. */
export interface Judgement {
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<'records' | 'revisions' | 'events' | 'missing' | 'doubles' | 'wrong', number>>;
}

const typeOf = new Map(editedTypes.map((type) => [recordEventType(type), type]));

/** The events of one connection, in their sequence. */
export function judge({ events, records, atFirst }: Told): Judgement {
  const faults: string[] = [];
  const counts = { records: 0, revisions: 0, events: 0, missing: 0, doubles: 0, wrong: 0 };
  const fault = (kind: 'missing' | 'doubles' | 'wrong', words: string): void => {
    counts[kind] += 1;
    faults.push(`${kind}: ${words}`);
  };
  const told = Map.groupBy(
    events.filter(({ type }) => typeOf.has(type as never)),
    ({ type, record }) =>
      nameOf({ type: typeOf.get(type as never) as EditedType, providerId: String(record['provider_id']) }),
  );
  for (const record of records) {
    const name = nameOf(record);
    const own = told.get(name) ?? [];
    told.delete(name);
    counts.records += 1;
    counts.revisions += record.revisions.length;
    counts.events += own.length;
    let before = atFirst.get(name) ?? -1;
    for (const event of own) {
      const stamp = Date.parse(String(event.record['provider_updated_at']));
      const index = record.revisions.findIndex((revision) => revision.stamp === stamp);
      const [at, was] = [record.revisions[index], record.revisions[before]];
      const words = `${name} ${event.change} at ${stamp} (${event.sequence}): ${event.changed}`;
      if (!at) fault('wrong', `${words}: the ledger never had this state`);
      else if (index <= before) fault('doubles', `${words}: this state or a later one was told before`);
      else for (const what of wrongOf(event, was, at)) fault('wrong', `${words}: ${what}`);
      before = Math.max(before, index);
    }
    const last = record.revisions.length - 1;
    const isNeverSeen = own.length === 0 && !atFirst.has(name) && isDeleted(record.revisions[last]);
    if (before !== last && !isNeverSeen)
      fault('missing', `${name}: told up to ${before} of ${last}, ${JSON.stringify(record.revisions[last])}`);
  }
  for (const name of told.keys()) fault('wrong', `${name} is not at the ledger`);
  const sequences = events.map(({ sequence }) => sequence);
  if (
    !isDeepStrictEqual(
      sequences,
      sequences.map((_, i) => i + 1),
    )
  )
    fault('wrong', 'the sequence of the connection has a gap');
  return { faults, figures: counts };
}

const isDeleted = (revision: Revision | undefined): boolean => revision?.fields['status'] === 'DELETED';

function wrongOf(event: ToldEvent, was: Revision | undefined, { fields }: Revision): readonly string[] {
  const wrong: string[] = [];
  const expected = isDeleted({ stamp: 0, fields }) ? 'deleted' : was ? 'updated' : 'created';
  if (event.change !== expected) wrong.push(`should be ${expected}`);
  const named = new Set(event.changed);
  const want = expected === 'deleted' ? [] : Object.keys(fields).filter((field) => isChanged(field, was, fields));
  if (expected !== 'created') {
    if (!isDeepStrictEqual(event.changed.toSorted(), want.toSorted())) wrong.push(`should name ${want}`);
  } else if (!want.every((field) => named.has(field))) wrong.push(`should name ${want}`);
  for (const key of ['status', 'name', 'total'] as const) {
    const value = key === 'total' ? (fields['total'] ?? fields['amount']) : fields[key];
    if (value !== undefined && key in event.record && event.record[key] !== value)
      wrong.push(`${key} should be ${value}`);
  }
  return wrong;
}

function isChanged(field: string, was: Revision | undefined, now: Revision['fields']): boolean {
  if (was) return !isDeepStrictEqual(was.fields[field], now[field]);
  const value = now[field];
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}
