// Events and the projections of invoices; writers of both first lock the row of their connection's sequence.
import type { Knex } from 'knex';
import {
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
import { findTogether } from '../find-together.ts';
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
    append: (draft) => atomic(session, (inner) => append(inner, draft)),
    find: findTogether(session, stored),
    async list(plane, filter, request) {
      const { type, connectionId } = filter;
      const matching = stored.in(db).where(given({ type, connection_id: connectionId }));
      if (connectionId) checkPlane(matching, dialect, plane, stored.name);
      else matching.where({ ...planeColumns(plane) });
      within(matching, 'created_at', filter);
      const large = { db, columns: stored.columns, documents: { data: '{}' } };
      const page = await listPage<EventRow>(matching, newestFirst, request, large);
      return { ...page, items: page.items.map((row) => listed(stored.toListed(row), row.truncated)) };
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

/** Locks the connection's counter until the transaction ends, so that no number is skipped or given twice. */
async function append({ db }: Session, draft: EventDraft): Promise<Event | undefined> {
  const event: Event = { ...draft, sequence: (await lockSequence(db, { ...draft, id: draft.connectionId })) + 1 };
  const inserted = await stored
    .in(db)
    .insert(stored.toRow(event))
    .onConflict(['connection_id', 'identity'])
    .ignore()
    .returning('id');
  if (inserted.length === 0) return undefined;
  await db('event_sequences').where({ connection_id: draft.connectionId }).update({ last: event.sequence });
  return event;
}

/** Returns the connection's last sequence number. A missing row cannot be locked, so the first caller inserts it. */
async function lockSequence(db: Knex, { id, organizationId }: ConnectionOwner): Promise<number> {
  const [row] = await rowsOf<{ last: number }>(
    db,
    `insert into event_sequences (connection_id, organization_id, last) values (?, ?, 0)
      on conflict (connection_id) do update set last = event_sequences.last returning last`,
    [id, organizationId],
  );
  return row?.last ?? 0;
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

export function projectionStore(session: Session): ProjectionStore {
  const { db } = session;
  return {
    async lock(connection) {
      requireTransaction(session, 'projections.lock');
      await lockSequence(db, connection);
    },
    async find(connectionId, providerInvoiceIds) {
      const asked: Knex.QueryBuilder = projections
        .in(db)
        .select(projections.columns)
        .where({ connection_id: connectionId })
        .whereIn('provider_invoice_id', providerInvoiceIds);
      return new Map((await projections.all(asked)).map((found) => [found.providerInvoiceId, found]));
    },
    async seed(announced) {
      await insertRows(session, projections, announced.map(projections.toRow), 'on conflict do nothing');
    },
    async put(projection) {
      const row = projections.toRow(projection);
      await projections.in(db).insert(row).onConflict(['connection_id', 'provider_invoice_id']).merge();
    },
  };
}
