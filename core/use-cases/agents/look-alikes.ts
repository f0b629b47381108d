// What resembles a create in its connection: looked for in the transaction that lets it pass, noted by everybody who creates.
import type { Actor } from '../../domain/actor.ts';
import type { Connection } from '../../domain/connection.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import type { OperationId } from '../../domain/ids.ts';
import { type LookAlike, mayBeSame } from '../../domain/look-alike.ts';
import type { ToldLookAlike } from '../../domain/told-look-alike.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Create, type Mark, type Marked, ofConnection } from '../writes/likeness.ts';
import { fatesOf, ownerOf } from './fates.ts';

const hourMs = 3_600_000;

export interface Looking {
  readonly ports: CorePorts;
  readonly connection: Connection;
  readonly traits: ProviderTraits;
  /** Of the key that asks. */
  readonly lookAlikeHours: number;
  /** The write that asks, which does not resemble itself. */
  readonly owner: string;
}

/** CONFLICT `looks_the_same` for the first look-alike of which the caller has not said that it is another one. */
export function unnamedIn(found: readonly Found[]): ServiceError | undefined {
  const asked = found.find((one) => !isNamed(one));
  return asked && looksTheSame(asked.create, asked.lookAlike);
}

/** Locks what these creates look like until the transaction ends. */
export async function lockCreates(stores: Stores, { ports, connection }: Looking, creates: readonly Marked[]) {
  const fingerprints = creates.flatMap(({ marks }) => marks.map(({ fingerprint }) => fingerprint));
  if (fingerprints.length > 0) await stores.lookAlikes.lock(connection.id, fingerprints, ports.clock.now());
}

export interface Found {
  readonly create: Create;
  /** The newest. */
  readonly lookAlike: ToldLookAlike & { readonly providerId: string | null };
}

/** The newest look-alike of each create that has one, in the order of the creates. */
export async function lookedFor(
  stores: Stores,
  looking: Looking,
  creates: readonly Marked[],
): Promise<readonly Found[]> {
  const { ports, connection, lookAlikeHours, owner } = looking;
  const within = amongThemselves(creates);
  const fingerprints = creates.flatMap(({ marks }) => marks.map(({ fingerprint }) => fingerprint));
  if (lookAlikeHours === 0 || fingerprints.length === 0) return [];
  const now = ports.clock.now();
  const since = new Date(now.getTime() - lookAlikeHours * hourMs);
  const rows = await stores.lookAlikes.find(connection.id, fingerprints, since);
  const others = await counting(
    stores,
    connection,
    rows.filter((row) => ownerIn(row) !== owner),
    now,
  );
  const found: Found[] = [];
  for (const create of creates) {
    const alike = others.filter((row) => create.marks.some((mark) => isAlike(mark, row)));
    const told = await Promise.all(alike.map((row) => toldOf(stores, connection, row)));
    const newest = told.filter((one) => one !== undefined).sort(newestFirst)[0] ?? within.get(create);
    if (newest) found.push({ create, lookAlike: newest });
  }
  return found;
}

function isAlike(mark: Mark, row: Pick<LookAlike, 'fingerprint' | 'currency' | 'accounts'>): boolean {
  return mark.fingerprint === row.fingerprint && mayBeSame(mark, row);
}

export function newestFirst(one: ToldLookAlike, other: ToldLookAlike): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);
}

/** Items of one request that resemble an earlier one of it. */
function amongThemselves(creates: readonly Marked[]): ReadonlyMap<Create, Found['lookAlike']> {
  const told = new Map<Create, Found['lookAlike']>();
  const before = new Map<string, Marked[]>();
  for (const create of creates) {
    for (const mark of create.marks) {
      const earlier = before.get(mark.fingerprint) ?? [];
      const twin = earlier.find(({ marks }) => marks.some((one) => isAlike(mark, one)));
      const { itemKey } = twin ?? {};
      if (itemKey !== undefined) {
        const own = { number: null, createdAt: new Date(0), by: null, ref: null, providerId: null, itemKey };
        told.set(create, { ...own, id: itemKey, kind: 'write', type: create.type });
      }
      before.set(mark.fingerprint, [...earlier, create]);
    }
  }
  return told;
}

function ownerIn(row: LookAlike): string | null {
  return row.idempotencyKey === null ? row.operationId : ownerOf(row, row.idempotencyKey);
}

/** Without those whose write certainly did nothing, and those that stand there as records, too. */
export async function counting(
  stores: Stores,
  connection: Connection,
  rows: readonly LookAlike[],
  now: Date,
): Promise<readonly LookAlike[]> {
  const pending = rows.filter(({ providerId }) => providerId === null);
  const owners = [...new Set(pending.flatMap((row) => ownerIn(row) ?? []))];
  const fates = await fatesOf(stores, connection, owners, now);
  return rows.filter((row) => {
    if (row.providerId !== null) return true;
    const fate = fates.get(ownerIn(row) ?? '');
    return fate === 'open' || fate === 'unknown';
  });
}

const endedStatuses: readonly unknown[] = ['DELETED', 'VOIDED'];

/** Undefined for a record that was cancelled since, as far as its copy tells. */
export async function toldOf(
  { records, operations }: Stores,
  connection: Connection,
  row: LookAlike,
): Promise<Found['lookAlike'] | undefined> {
  const { type, providerId, operationId, createdAt, ref, subject } = row;
  const begun = operationId && row.actor === null ? await operations.find(connection, operationId) : undefined;
  const told = { type, createdAt, by: row.actor ?? begun?.begunBy ?? null, ref, providerId };
  if (providerId !== null) {
    const copies = await records.fieldsOf({ connectionId: connection.id, type }, [providerId]);
    const copy = copies.get(providerId);
    if (endedStatuses.includes(copy?.['status'])) return undefined;
    const number = copy?.['number'];
    return {
      ...told,
      id: resourceIdOf(type, providerId),
      kind: 'record',
      number: typeof number === 'string' ? number : null,
    };
  }
  return operationId === null
    ? { ...told, id: subject, kind: 'write', number: null }
    : { ...told, id: operationId, kind: 'operation', number: null };
}

/** True if the caller has said that its create is another one. */
export function isNamed({ create: { notSameAs: named }, lookAlike: { id, providerId } }: Found): boolean {
  return named !== undefined && named !== '' && (named === id || named === providerId);
}

function looksTheSame(create: Create, { providerId: _, ...lookAlike }: Found['lookAlike']): ServiceError {
  const { type, id, number, kind, createdAt, by, ref, itemKey } = lookAlike;
  const what = type.replaceAll('_', ' ');
  const item = create.itemKey === undefined ? '' : `item ${create.itemKey}: `;
  const thing = itemKey === undefined ? (number ?? id) : `the item ${itemKey} of this request`;
  const how = kind === 'operation' ? 'asked for' : 'made';
  const when = itemKey === undefined ? `, ${how} ${createdAt.toISOString()}` : '';
  const who = by ? ` by ${by.name ?? by.id}` : '';
  const why = ref === null ? '' : ` for "${ref}"`;
  const message = `${item}it looks the same as ${thing} of ${what}${when}${who}${why}; nothing was written. The same thing? Use that one. Another one? Repeat with not_same_as ${id}`;
  return new ServiceError('CONFLICT', message, {
    ...conflict('looks_the_same', '').details,
    outcome: 'not_applied',
    lookAlike,
    ...(create.itemKey !== undefined && { itemKey: create.itemKey }),
  });
}

interface Asking {
  readonly looking: Looking;
  readonly operationId: OperationId | null;
  readonly idempotencyKey: string | null;
  readonly ref: string | null;
  readonly actor: Actor;
}

/** Notes creates that were let pass, so that the next one that resembles them is asked about. */
export async function notePassed(
  { lookAlikes }: Stores,
  { looking: { ports, connection, owner }, ...asking }: Asking,
  creates: readonly Marked[],
): Promise<void> {
  const createdAt = ports.clock.now();
  const isKept = connection.retentionMode === 'cached';
  const rows = creates.flatMap((create): readonly LookAlike[] => {
    const { type, marks } = create;
    const itemKey = (isKept ? create.itemKey : undefined) ?? null;
    const subject = `write_${ports.digester.sha256(`${owner} ${create.itemKey ?? ''}`).slice(0, 32)}`;
    return marks.map((mark) => ({
      ...ofConnection(connection),
      ...asking,
      ...mark,
      subject,
      type,
      itemKey,
      providerId: null,
      createdAt,
    }));
  });
  await lookAlikes.put(rows);
}

/** What a single write's key has noted before it was made. */
export function subjectOf({ digester }: Pick<CorePorts, 'digester'>, owner: string): string {
  return `write_${digester.sha256(`${owner} `).slice(0, 32)}`;
}
