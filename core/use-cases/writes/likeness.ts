// What tells that two creates may be one thing, as keyed digests; everybody who creates notes it.
import type { Actor } from '../../domain/actor.ts';
import type { Connection } from '../../domain/connection.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import {
  hasLikeness,
  type Likeness,
  type LookAlike,
  likenessesOf,
  linesIn,
  type Naming,
} from '../../domain/look-alike.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { CopyPlace } from '../../ports/record-stores.ts';
import type { Stores } from '../../ports/storage.ts';
import { providerOf } from '../providers/provider-of.ts';

/** One create, of a request or of a part of one. */
export interface Create {
  readonly type: ResourceType;
  readonly fields: JsonObject;
  /** Of a bulk write. */
  readonly itemKey?: string;
  /** What its caller says that it is not. */
  readonly notSameAs?: string | undefined;
}

/** A create with its digests. */
export interface Marked extends Create {
  readonly marks: readonly Mark[];
}

export interface Mark extends Omit<Likeness, 'basis'> {
  readonly fingerprint: string;
}

/** How names of records in this connection's requests and records are understood. */
export async function namingIn(
  { records }: Pick<Stores, 'records'>,
  { id: connectionId }: Connection,
  { traits, fields }: { readonly traits: ProviderTraits; readonly fields: readonly JsonObject[] },
): Promise<Naming> {
  const idOf = (type: ResourceType, text: string) => providerIdOf(type, text, traits);
  const ids = new Set(fields.flatMap((one) => accountIdsIn(one)).flatMap((id) => idOf('accounts', id) ?? []));
  const copies = ids.size === 0 ? new Map() : await records.fieldsOf({ connectionId, type: 'accounts' }, [...ids]);
  const codeOf = (id: string) => {
    const code = copies.get(id)?.['code'];
    return typeof code === 'string' && code !== '' ? code : undefined;
  };
  return { idOf, codeOf };
}

/** Of lines that name their account by its id alone. */
function accountIdsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { account_id: id, account_code: code } = value as JsonObject;
  const own = typeof id === 'string' && id !== '' && !code ? [id] : [];
  return [...own, ...Object.values(value).flatMap((inner) => accountIdsIn(inner))];
}

function marked({ digester }: Pick<CorePorts, 'digester'>, { id }: Connection, create: Create, naming: Naming): Marked {
  const digest = (text: string) => digester.keyed('look-alike', `${id} ${text}`);
  const marks = likenessesOf(create.type, create.fields, naming).map(({ basis, currency, accounts }) => {
    return { fingerprint: digest(basis), currency, accounts: accounts === null ? null : digest(accounts) };
  });
  return { ...create, marks };
}

/** Marks the creates that can have look-alikes. */
export async function markedCreates(
  stores: Pick<Stores, 'records'>,
  { ports, connection, traits }: Marking,
  creates: readonly Create[],
): Promise<readonly Marked[]> {
  const known = creates.filter(({ type }) => hasLikeness(type));
  const naming = await namingIn(stores, connection, { traits, fields: known.map(({ fields }) => fields) });
  return known.map((create) => marked(ports, connection, create, naming));
}

interface Marking {
  readonly ports: CorePorts;
  readonly connection: Connection;
  readonly traits: ProviderTraits;
}

export function ofConnection({ id: connectionId, organizationId, environment }: Connection) {
  return { connectionId, organizationId, environment };
}

interface Making {
  readonly ports: CorePorts;
  readonly connection: Connection;
  readonly traits: ProviderTraits;
  readonly operationId: OperationId | null;
  /** Null for what was seen in the books. */
  readonly actor: Actor | null;
  readonly ref?: string | null;
}

/** Notes what a write has made, in the transaction that stores what follows of it. */
export async function noteMade(stores: Stores, making: Making, records: readonly LedgerRecord[]): Promise<void> {
  const rows = await rowsOfMade(stores, making, records);
  if (rows.length > 0) await stores.lookAlikes.put(rows);
}

/**
 * Notes that documents with lines were changed: what they looked like before is no longer asked about. One that is not noted,
 * because it is old, stays so.
 */
export async function noteChanged(stores: Stores, marking: Marking, records: readonly LedgerRecord[]): Promise<void> {
  const changed = await markedCreates(
    stores,
    marking,
    records.filter(({ fields }) => linesIn(fields).length > 0),
  );
  const renewed = changed.flatMap((create) =>
    create.marks.map((mark) => ({ ...mark, subject: subjectOf(create as unknown as LedgerRecord) })),
  );
  if (renewed.length > 0) await stores.lookAlikes.renew(marking.connection.id, renewed);
}

const subjectOf = ({ type, providerId }: LedgerRecord): string => `record ${type} ${providerId}`;

/** A record that was read for a connection. */
export interface SeenRecord extends CopyPlace {
  readonly connection: Connection;
  readonly record: LedgerRecord;
}

/** Of records that are about to be cached those that are new in the books and can have look-alikes, by one statement. */
export async function newInBooks(
  { lookAlikes }: Pick<Stores, 'lookAlikes'>,
  read: readonly Pick<SeenRecord, 'connection' | 'record'>[],
): Promise<readonly SeenRecord[]> {
  const asked = read.flatMap(({ connection, record }): SeenRecord | [] => {
    const { type, providerId } = record;
    return hasLikeness(type) ? { connection, record, connectionId: connection.id, type, providerId } : [];
  });
  return asked.length === 0 ? [] : lookAlikes.unseen(asked);
}

/** Notes what others have made in the books, in the transaction that caches it, by one statement. */
export async function noteSeen(stores: Stores, ports: CorePorts, seen: readonly SeenRecord[]): Promise<void> {
  const rows: LookAlike[] = [];
  for (const connection of new Set(seen.map((one) => one.connection))) {
    const records = seen.flatMap((one) => (one.connection === connection ? one.record : []));
    const { traits } = providerOf(ports, connection);
    rows.push(...(await rowsOfMade(stores, { ports, connection, traits, operationId: null, actor: null }, records)));
  }
  if (rows.length > 0) await stores.lookAlikes.put(rows);
}

async function rowsOfMade(
  stores: Stores,
  { ports, connection, traits, operationId, actor, ref = null }: Making,
  records: readonly LedgerRecord[],
): Promise<readonly LookAlike[]> {
  const createdAt = ports.clock.now();
  const creates = await markedCreates(stores, { ports, connection, traits }, records);
  return creates.flatMap((create): readonly LookAlike[] => {
    const { type, marks } = create;
    const record = create as unknown as LedgerRecord;
    const { providerId } = record;
    // Words of callers are not stored under zero retention.
    const kept = connection.retentionMode === 'cached' ? ref : null;
    const own = { operationId, actor, ref: kept, idempotencyKey: null, itemKey: null, createdAt };
    const subject = subjectOf(record);
    return marks.map((mark) => ({ ...ofConnection(connection), ...own, ...mark, subject, type, providerId }));
  });
}
