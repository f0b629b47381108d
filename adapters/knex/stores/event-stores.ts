// Events, and what was last announced of each invoice: both wait for the row of their connection's sequence.
import {
  batched,
  type ConnectionId,
  type ConnectionOwner,
  type Event,
  type EventDraft,
  type EventStore,
  invoiceOfEvent,
  type PaymentProjection,
  type Plane,
  type ProjectionStore,
} from '#core/ports';
import {
  bigint,
  decimal,
  derived,
  idInPlane,
  json,
  millis,
  nullable,
  type RowOf,
  tableOf,
  text,
  time,
} from '../columns.ts';
import { findTogether, storeTogether } from '../find-together.ts';
import { insertRows } from '../insert-rows.ts';
import { descending, given, listed, listPage, newestFirst, within } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { atomic, requireTransaction, rowsOf, type Session } from '../session.ts';

const stored = tableOf<Event>()('events', {
  ...idInPlane,
  type: text,
  connectionId: text,
  sequence: bigint,
  identity: text,
  data: json,
  invoice_id: derived('text', ({ data }: Event) => invoiceOfEvent(data)),
  operationId: nullable(text),
  requestId: text,
  createdAt: time,
});
type EventRow = RowOf<typeof stored>;

export function eventStore(session: Session): EventStore {
  const { db, dialect } = session;
  const append = (drafts: readonly EventDraft[]) => atomic(session, (inner) => appendAll(inner, drafts));
  const together = batched(append, ({ connectionId }) => connectionId);
  const latest = (plane: Plane, of: Partial<EventRow>, limit: number) => {
    const query = stored.in(db).where(of).orderBy(descending(newestFirst)).limit(limit);
    return stored.all(query.modify(checkPlane, dialect, plane, stored.name));
  };
  return {
    append: db.isTransaction ? together : async (draft) => (await append([draft]))[0],
    find: findTogether(session, stored),
    async list(plane, filter, request) {
      const { type, connectionId } = filter;
      const matching = stored.in(db).where(given({ type, connection_id: connectionId }));
      if (connectionId) checkPlane(matching, dialect, plane, stored.name);
      else matching.where({ ...planeColumns(plane) });
      within(matching, 'created_at', filter);
      const large = { db, columns: stored.columns, documents: { data: '{}' } };
      const page = await listPage<EventRow>(matching, newestFirst, request, large);
      return { ...page, items: page.items.map((row) => listed(stored.toEntity(row), row.truncated)) };
    },
    listSpan(plane, { since, until, after }, limit) {
      const matching = stored.in(db).where(planeColumns(plane)).where('created_at', '<=', millis(until));
      if (after) matching.whereRaw('(created_at, id) > (?, ?)', [millis(after.at), after.id]);
      else matching.where('created_at', '>=', millis(since));
      return stored.all(matching.orderBy(['created_at', 'id']).limit(limit));
    },
    listByInvoice: (plane, connection_id, invoice_id, limit) => latest(plane, { connection_id, invoice_id }, limit),
    listByOperation: (plane, operation_id, limit) => latest(plane, { operation_id }, limit),
  };
}

/** Each connection's counter is locked until the transaction ends, so no number is ever skipped or given twice. */
async function appendAll(session: Session, drafts: readonly EventDraft[]): Promise<readonly (Event | undefined)[]> {
  const owners = drafts.map(({ connectionId: id, organizationId }) => ({ id, organizationId }));
  const last = await lockSequences(session, owners);
  const events = drafts.map((draft): Event => ({ ...draft, sequence: (last.get(draft.connectionId) ?? 0) + 1 }));
  const unlessKnown = 'on conflict (connection_id, identity) do nothing returning id';
  const rows = await insertRows<EventRow, Pick<EventRow, 'id'>>(session, stored, events.map(stored.toRow), unlessKnown);
  const ids = new Set(rows.map(({ id }) => id));
  const appended = events.filter(({ id }) => ids.has(id));
  const moved = appended.map(({ connectionId, sequence }) => ({ connection_id: connectionId, last: sequence }));
  if (moved.length > 0) {
    const given = session.dialect.given({ connection_id: 'text', last: 'bigint' });
    await rowsOf(
      session.db,
      `with given as materialized (${given}) update event_sequences set last = given.last from given
        where event_sequences.connection_id = given.connection_id`,
      [JSON.stringify(moved)],
    );
  }
  return events.map((event) => (ids.has(event.id) ? event : undefined));
}

const sequences = {
  name: 'event_sequences',
  words: { connection_id: 'text', organization_id: 'text', last: 'bigint' },
} as const;
/** In one order for all who lock several. */
const lockedInOrder = `order by connection_id
  on conflict (connection_id) do update set last = event_sequences.last returning connection_id, last`;

interface SequenceRow {
  readonly connection_id: ConnectionId;
  readonly last: number;
}

/** The connections' last sequence numbers. A missing row cannot be locked, so the first caller inserts it. */
async function lockSequences(session: Session, owners: readonly ConnectionOwner[]): Promise<Map<ConnectionId, number>> {
  const rows = new Map(
    owners.map(({ id, organizationId: owner }) => [id, { connection_id: id, organization_id: owner, last: 0 }]),
  );
  const locked = await insertRows<object, SequenceRow>(session, sequences, [...rows.values()], lockedInOrder);
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
  updatedAt: time,
});

const invoiceKey = { connection_id: 'text', provider_invoice_id: 'text' } as const;
const keyNames = Object.keys(invoiceKey).join(', ');
const replaced = projections.columns.filter((column) => !(column in invoiceKey));
const replacing = `on conflict (${keyNames}) do update set ${replaced.map((c) => `${c} = excluded.${c}`).join(', ')}`;

export function projectionStore(session: Session): ProjectionStore {
  const { db, dialect } = session;
  const lock = storeTogether(session, async (owners: readonly ConnectionOwner[]) => {
    await lockSequences(session, owners);
  });
  const put = storeTogether(session, async (all: readonly PaymentProjection[]) => {
    await insertRows(session, projections, all.map(projections.toRow), replacing);
  });
  const findSql = `with given as materialized (${dialect.given(invoiceKey)})
    select ${projections.columns.map((column) => `p.${column}`).join(', ')} from given
    join ${projections.name} p on p.connection_id = given.connection_id and p.provider_invoice_id = given.provider_invoice_id`;
  const find = batched(async (asked: readonly (readonly InvoiceKey[])[]) => {
    const rows = await rowsOf<RowOf<typeof projections>>(db, findSql, [JSON.stringify(asked.flat())]);
    const found = rows.map(projections.toEntity);
    return asked.map((keys) => {
      const own = new Set(keys.map(({ provider_invoice_id }) => provider_invoice_id));
      const ofKeys = found.filter(
        (one) => one.connectionId === keys[0]?.connection_id && own.has(one.providerInvoiceId),
      );
      return new Map(ofKeys.map((one) => [one.providerInvoiceId, one]));
    });
  });
  return {
    async lock(connection) {
      requireTransaction(session, 'projections.lock');
      await lock([connection]);
    },
    find: (connectionId, ids) => find(ids.map((id) => ({ connection_id: connectionId, provider_invoice_id: id }))),
    async seed(announced) {
      await insertRows(session, projections, announced.map(projections.toRow), 'on conflict do nothing');
    },
    put: (projection) => put([projection]),
  };
}

interface InvoiceKey {
  readonly connection_id: ConnectionId;
  readonly provider_invoice_id: string;
}
