import {
  type Event,
  type EventDraft,
  type EventSpan,
  type EventStore,
  invoiceOfEvent,
  type JsonObject,
  type Plane,
} from '#core';
import { documentOf, documentText, millis, timeOf } from '../columns.ts';
import { descending, given, listed, listLargePage, newestFirst } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { atomic, type Session } from '../session.ts';

export interface EventRow {
  readonly id: Event['id'];
  readonly organization_id: Event['organizationId'];
  readonly environment: Event['environment'];
  readonly type: Event['type'];
  readonly connection_id: Event['connectionId'];
  readonly sequence: number;
  readonly identity: string;
  readonly data: string;
  readonly invoice_id: string | null;
  readonly operation_id: Event['operationId'];
  readonly request_id: Event['requestId'];
  readonly created_at: number;
}

const columns = Object.keys({
  id: 1,
  organization_id: 1,
  environment: 1,
  type: 1,
  connection_id: 1,
  sequence: 1,
  identity: 1,
  data: 1,
  invoice_id: 1,
  operation_id: 1,
  request_id: 1,
  created_at: 1,
} satisfies Record<keyof EventRow, 1>);

interface SequenceRow {
  readonly connection_id: Event['connectionId'];
  readonly last: number;
}

export function eventStore(session: Session): EventStore {
  const { db } = session;
  return {
    append: (draft) => atomic(session, (inner) => append(inner, draft)),
    async find(plane, id) {
      const row = await db<EventRow>('events')
        .where({ ...planeColumns(plane), id })
        .first<EventRow>();
      return row && eventOf(row);
    },
    async list(plane, { type, connectionId, createdAfter, createdBefore }, request) {
      const matching = db<EventRow>('events').where(given({ type, connection_id: connectionId }));
      if (connectionId) checkPlane(matching, session.dialect, plane, 'events');
      else matching.where({ ...planeColumns(plane) });
      if (createdAfter) matching.where('created_at', '>', millis(createdAfter));
      if (createdBefore) matching.where('created_at', '<', millis(createdBefore));
      const page = await listLargePage<EventRow>(matching, newestFirst, request, {
        db,
        columns,
        documents: { data: '{}' },
      });
      return { ...page, items: page.items.map((row) => listed(eventOf(row), row)) };
    },
    listSpan: (plane, span, limit) => listSpan(session, plane, span, limit),
    async listByInvoice(plane, connectionId, providerId, limit) {
      const query = db<EventRow>('events')
        .where({ connection_id: connectionId, invoice_id: providerId })
        .orderBy(descending(newestFirst))
        .limit(limit);
      checkPlane(query, session.dialect, plane, 'events');
      const rows: EventRow[] = await query;
      return rows.map(eventOf);
    },
    async listByOperation(plane, operationId, limit) {
      const query = db<EventRow>('events')
        .where({ operation_id: operationId })
        .orderBy(descending(newestFirst))
        .limit(limit);
      checkPlane(query, session.dialect, plane, 'events');
      const rows: EventRow[] = await query;
      return rows.map(eventOf);
    },
  };
}

async function listSpan(
  { db }: Session,
  plane: Plane,
  { since, until, after }: EventSpan,
  limit: number,
): Promise<readonly Event[]> {
  const matching = db<EventRow>('events')
    .where({ ...planeColumns(plane) })
    .where('created_at', '<=', millis(until));
  if (after) matching.whereRaw('(created_at, id) > (?, ?)', [millis(after.at), after.id]);
  else matching.where('created_at', '>=', millis(since));
  const rows: EventRow[] = await matching.orderBy(['created_at', 'id']).limit(limit);
  return rows.map(eventOf);
}

/** The connection's counter is held until the transaction ends, so no place is ever skipped or given twice. */
async function append({ db }: Session, draft: EventDraft): Promise<Event | undefined> {
  const event: Event = { ...draft, sequence: (await holdSequence(db, draft.connectionId)) + 1 };
  const kept = await db<EventRow>('events')
    .insert(toRow(event))
    .onConflict(['connection_id', 'identity'])
    .ignore()
    .returning('id');
  if (kept.length === 0) return undefined;
  await db<SequenceRow>('event_sequences')
    .where({ connection_id: draft.connectionId })
    .update({ last: event.sequence });
  return event;
}

async function holdSequence(db: Session['db'], connectionId: Event['connectionId']): Promise<number> {
  const held = () =>
    db<SequenceRow>('event_sequences').where({ connection_id: connectionId }).forUpdate().first<SequenceRow>();
  const row = (await held()) ?? (await first().then(held));
  return row?.last ?? 0;

  /** Of two first events of a connection the second waits here for the first. */
  async function first(): Promise<void> {
    const start: SequenceRow = { connection_id: connectionId, last: 0 };
    await db<SequenceRow>('event_sequences').insert(start).onConflict('connection_id').ignore();
  }
}

function toRow(event: Event): EventRow {
  return {
    id: event.id,
    organization_id: event.organizationId,
    environment: event.environment,
    type: event.type,
    connection_id: event.connectionId,
    sequence: event.sequence,
    identity: event.identity,
    data: documentText(event.data),
    invoice_id: invoiceOfEvent(event.data),
    operation_id: event.operationId,
    request_id: event.requestId,
    created_at: millis(event.createdAt),
  };
}

export function eventOf(row: EventRow): Event {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    type: row.type,
    connectionId: row.connection_id,
    sequence: row.sequence,
    identity: row.identity,
    data: documentOf<JsonObject>(row.data),
    operationId: row.operation_id,
    requestId: row.request_id,
    createdAt: timeOf(row.created_at),
  };
}
