// Events and the projections of invoices; writers of both first lock the row of their connection's sequence.
import {
  type ConnectionId,
  type ConnectionOwner,
  type Event,
  type EventStore,
  type OperationalDraft,
  type PaymentProjection,
  type Plane,
  type ProjectionStore,
  recordIdOfEvent,
  type SequencedDraft,
} from '#core/ports';
import {
  bigint,
  decimal,
  derived,
  flag,
  idInPlane,
  json,
  millis,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
} from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { findTogether } from '../find-together.ts';
import { insertRows, rowsText } from '../insert-rows.ts';
import { descending, entityPage, given, newestFirst, within } from '../paging.ts';
import { checkPlane, connectionsOf, planeColumns } from '../plane.ts';
import { atomic, preparedRowsOf, requireTransaction, rowsOf, type Session } from '../session.ts';

const stored = tableOf<Event>()('events', {
  ...idInPlane,
  type: text,
  connectionId: nullable(text),
  sequence: nullable(bigint),
  identity: text,
  data: json,
  /** Releases before wrote it of events of invoices alone. */
  invoice_id: derived('text', ({ data }: Event) => recordIdOfEvent(data)),
  operationId: nullable(text),
  requestId: text,
  traceparent: nullable(text),
  createdAt: time,
});
type EventRow = RowOf<typeof stored>;

export function eventStore(session: Session): EventStore {
  const { db, dialect } = session;
  const latest = (plane: Plane, of: Partial<EventRow>, limit: number) => {
    const query = stored.in(db).where(of).orderBy(descending(newestFirst)).limit(limit);
    return stored.all(query.modify(checkPlane, dialect, plane, stored.name));
  };
  return {
    append: (drafts) => atomic(session, (inner) => append(inner, drafts)),
    appendOperational: (drafts) => appendOperational(session, drafts),
    async known(connection_id, identities) {
      const known = await knownAmong(
        session,
        identities.map((identity) => ({ connection_id, identity })),
      );
      return new Set(known.map(({ identity }) => identity));
    },
    find: findTogether(session, stored),
    async list(plane, filter, request) {
      const { type, connectionId, externalAccountId, ...created } = filter;
      const matching = stored.in(db).where(given({ type, connection_id: connectionId }));
      if (externalAccountId !== undefined) {
        // Named ids, mostly one: the index by connection then has the list's order.
        const ids: { id: string }[] = await connectionsOf(db, plane, externalAccountId);
        matching.whereIn(
          'connection_id',
          ids.map(({ id }) => id),
        );
      }
      if (connectionId ?? externalAccountId) checkPlane(matching, dialect, plane, stored.name);
      else matching.where({ ...planeColumns(plane) });
      within(matching, 'created_at', created);
      return entityPage(stored, matching, request, { db, columns: stored.columns, documents: { data: '{}' } });
    },
    listSpan(plane, { since, until, after }, limit) {
      const matching = stored.in(db).where(planeColumns(plane)).where('created_at', '<=', millis(until));
      if (after) matching.whereRaw('(created_at, id) > (?, ?)', [millis(after.at), after.id]);
      else matching.where('created_at', '>=', millis(since));
      return stored.all(matching.orderBy(['created_at', 'id']).limit(limit));
    },
    listByRecord: (plane, connection_id, invoice_id, limit) => latest(plane, { connection_id, invoice_id }, limit),
    listByOperation: (plane, operation_id, limit) => latest(plane, { operation_id }, limit),
  };
}

/** Locks each connection's counter until the transaction ends, so that no number is skipped or given twice. */
async function append(session: Session, drafts: readonly SequencedDraft[]): Promise<readonly (Event | undefined)[]> {
  const { db, dialect } = session;
  const owners = drafts.map(({ connectionId: id, organizationId }) => ({ id, organizationId }));
  const last = await lockSequences(session, owners);
  const identities = drafts.map(({ connectionId: connection_id, identity }) => ({ connection_id, identity }));
  const known = await knownAmong(session, identities);
  const told = new Set(known.map(({ connection_id, identity }) => `${connection_id} ${identity}`));
  const events = drafts.map((draft): Event | undefined => {
    const key = `${draft.connectionId} ${draft.identity}`;
    if (told.has(key)) return undefined;
    told.add(key);
    const sequence = (last.get(draft.connectionId) ?? 0) + 1;
    last.set(draft.connectionId, sequence);
    return { ...draft, sequence };
  });
  const news = events.filter((event) => event !== undefined);
  if (news.length === 0) return events;
  await insertRows(session, stored, news.map(stored.toRow));
  const moved = [...last].map(([connection_id, number]) => ({ connection_id, number }));
  await preparedRowsOf(db, moveSql(dialect), [JSON.stringify(moved)]);
  return events;
}

/**
 * The unique indexes decide which of two transactions stores an event: the later one waits for the end of the first. Always
 * in the same order, so that writers of several events never deadlock.
 */
async function appendOperational(session: Session, drafts: readonly OperationalDraft[]) {
  const events = drafts.map((draft): Event => ({ ...draft, sequence: null }));
  const rows = events.map(stored.toRow).sort((a, b) => (a.identity < b.identity ? -1 : 1));
  const inserted = await insertRows<EventRow, { readonly id: string }>(
    session,
    stored,
    rows,
    'on conflict do nothing returning id',
  );
  const news = new Set(inserted.map(({ id }) => id));
  return events.map((event) => (news.has(event.id) ? event : undefined));
}

type Identity = { readonly connection_id: string; readonly identity: string };

function knownAmong({ db, dialect }: Session, identities: readonly Identity[]): Promise<Identity[]> {
  return preparedRowsOf<Identity>(db, knownSql(dialect), [rowsText(identities)]);
}

const knownSql = ({ given }: Dialect): string => `select connection_id, identity
  from (${given({ connection_id: 'text', identity: 'text' })}) as given where exists (select 1 from events e
    where e.connection_id = given.connection_id and e.identity = given.identity limit 1 offset 0)`;

const moveSql = ({ given }: Dialect): string => `update event_sequences set last = given.number
  from (${given({ connection_id: 'text', number: 'bigint' })}) as given
  where event_sequences.connection_id = given.connection_id`;

/**
 * Locks and returns the connections' last sequence numbers. A missing row cannot be locked: the first caller inserts
 * it.
 */
async function lockSequences(session: Session, connections: readonly ConnectionOwner[]) {
  const rows = new Map(
    connections.map(({ id, organizationId }) => [id, { connection_id: id, organization_id: organizationId, last: 0 }]),
  );
  const locked = await insertRows<object, { readonly connection_id: ConnectionId; readonly last: number }>(
    session,
    { name: 'event_sequences', words: { connection_id: 'text', organization_id: 'text', last: 'bigint' } },
    // Always in the same order, so that writers who lock several connections never deadlock.
    [...rows.values()].sort((a, b) => (a.connection_id < b.connection_id ? -1 : 1)),
    'on conflict (connection_id) do update set last = event_sequences.last returning connection_id, last',
  );
  return new Map(locked.map(({ connection_id, last }) => [connection_id, last]));
}

const projections = tableOf<PaymentProjection>()('payment_projections', {
  organizationId: text,
  connectionId: text,
  providerInvoiceId: text,
  status: text,
  total: decimal,
  amountPaid: decimal,
  amountDue: decimal,
  amountCredited: decimal,
  providerRevision: text,
  isOwn: flag,
  updatedAt: time,
});

const projectionKey = ['connection_id', 'provider_invoice_id'] as const;
const replaced = projections.columns.map((column) => `${column} = excluded.${column}`).join(', ');

export function projectionStore(session: Session): ProjectionStore {
  const { db, dialect } = session;
  const asked = dialect.given({ connection_id: 'text', provider_invoice_id: 'text' });
  const key = projectionKey.join(', ');
  const findSql = `select ${projections.columns.join(', ')} from payment_projections
    where (${key}) in (select ${key} from (${asked}) as given)`;
  /** Always in the same order, so that writers who change several rows never deadlock. */
  const rowsOfAll = (all: readonly PaymentProjection[]) =>
    all.map(projections.toRow).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return {
    async lock(connections) {
      requireTransaction(session, 'projections.lock');
      await lockSequences(session, connections);
    },
    async find(invoices) {
      if (invoices.length === 0) return [];
      const places = invoices.map((invoice) => {
        return { connection_id: invoice.connectionId, provider_invoice_id: invoice.providerInvoiceId };
      });
      const rows = await rowsOf<ProjectionRow>(db, findSql, [rowsText(places)]);
      const found = new Map(rows.map((row) => [placeOf(row), projections.toEntity(row)]));
      return places.map((place) => found.get(placeOf(place)));
    },
    async seed(announced) {
      await insertRows(session, projections, rowsOfAll(announced), 'on conflict do nothing');
    },
    async put(announced) {
      await insertRows(session, projections, rowsOfAll(announced), `on conflict (${key}) do update set ${replaced}`);
    },
  };
}

type ProjectionRow = RowOf<typeof projections>;

function placeOf({ connection_id, provider_invoice_id }: Pick<ProjectionRow, (typeof projectionKey)[number]>): string {
  return `${connection_id} ${provider_invoice_id}`;
}
