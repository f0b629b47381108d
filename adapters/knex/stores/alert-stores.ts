import type { Alert, AlertDestination, AlertKey, Stores } from '#core/ports';
import { derived, flag, integer, json, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { requireTransaction, type Session } from '../session.ts';

const destinations = tableOf<AlertDestination>()('alert_destinations', {
  id: text,
  organizationId: text,
  // Destinations belong to both environments; sealed values name one.
  environment: derived('text', () => 'live'),
  kind: text,
  address: text,
  sealedAddress: nullable(text),
  environments: json,
  events: json,
  weeklySummary: flag,
  createdAt: time,
  updatedAt: time,
  lastSentAt: nullable(time),
  lastError: nullable(text),
  hourFrom: nullable(time),
  hourSent: integer,
});

export function alertDestinationStore({ db }: Session): Stores['alertDestinations'] {
  return {
    insert: (destination) => destinations.insert(db, destination),
    find: (organizationId, id) => destinations.find(db, { organization_id: organizationId, id }),
    lock: (organizationId, id) => destinations.lock(db, { organization_id: organizationId, id }),
    list: (organizationId) =>
      destinations.all(destinations.in(db).where({ organization_id: organizationId }).orderBy(['created_at', 'id'])),
    listWeekly: (after, limit) =>
      destinations.all(
        destinations
          .in(db)
          .whereRaw('weekly_summary')
          .where('id', '>', after ?? '')
          .orderBy('id')
          .limit(limit),
      ),
    async update(destination) {
      const { id, organization_id, created_at, ...changes } = destinations.toRow(destination);
      await destinations.change(db, { id, organization_id }, changes);
    },
    async remove(organizationId, id) {
      const removed = await destinations.in(db).where({ organization_id: organizationId, id }).delete();
      // Also those that were noted while it was being removed.
      await alerts.in(db).where({ destination_id: id }).delete();
      return removed === 1;
    },
  };
}

const alerts = tableOf<Alert>()('alerts', {
  destinationId: text,
  environment: text,
  event: text,
  subjectId: text,
  organizationId: text,
  subjectType: text,
  subjectName: nullable(text),
  since: time,
  lastAt: time,
  untold: integer,
  wellAt: nullable(time),
  awaitsEnd: flag,
  toldAt: nullable(time),
  operationId: nullable(text),
  triedAt: nullable(time),
  dueAt: nullable(time),
});
type AlertRow = RowOf<typeof alerts>;

const keyColumns = ({ destinationId, environment, event, subjectId }: AlertKey) => ({
  destination_id: destinationId,
  environment,
  event,
  subject_id: subjectId,
});
/** In one order everywhere, so that two transactions that lock several do not wait for each other. */
const inOrder = ['destination_id', 'environment', 'event', 'subject_id'];

export function alertStore(session: Session): Stores['alerts'] {
  const { db, dialect } = session;
  const locked = (query: ReturnType<typeof alerts.in>) => {
    requireTransaction(session, 'a lock of alerts');
    return alerts.all(query.forUpdate());
  };
  const one = async (query: ReturnType<typeof alerts.in>) => (await locked(query.limit(1)))[0];
  return {
    async hold(blank) {
      requireTransaction(session, 'a lock of alerts');
      await alerts.in(db).insert(alerts.toRow(blank)).onConflict(inOrder).ignore();
      const held = await one(alerts.in(db).where(keyColumns(blank)));
      return held ?? blank;
    },
    lockOpen: ({ organizationId, environment, subjectId }, events) =>
      locked(
        alerts
          .in(db)
          .where({ organization_id: organizationId, environment, subject_id: subjectId })
          .whereIn('event', [...events])
          .where((open) => open.whereRaw('awaits_end').orWhere('untold', '>', 0))
          .orderBy(inOrder),
      ),
    lockOf: (operationId) => locked(alerts.in(db).where({ operation_id: operationId }).orderBy(inOrder)),
    async lockWaiting(destinationId, triedBefore, limit) {
      const waiting = alerts
        .in(db)
        .where({ destination_id: destinationId })
        .whereNotNull('due_at')
        .where((untried) => untried.whereNull('tried_at').orWhere('tried_at', '<', millis(triedBefore)));
      requireTransaction(session, 'a lock of alerts');
      const rows = waiting
        .orderBy(['last_at', ...inOrder])
        .limit(limit)
        .forUpdate();
      return alerts.all(dialect.name === 'postgres' ? rows.skipLocked() : rows);
    },
    async update(alert) {
      const { destination_id, environment, event, subject_id, ...changes } = alerts.toRow(alert);
      await alerts.change(
        db,
        { destination_id, environment, event, subject_id } as Partial<AlertRow>,
        changes as Partial<AlertRow>,
      );
    },
    listDue: (now, limit) =>
      alerts.all(alerts.in(db).where('due_at', '<=', millis(now)).orderBy('due_at').limit(limit)),
    lockDue: (key, now) => one(alerts.in(db).where(keyColumns(key)).where('due_at', '<=', millis(now))),
    async removeTold(before, limit) {
      const told = alerts
        .in(db)
        .whereNull('due_at')
        .where('last_at', '<', millis(before))
        .whereRaw('not awaits_end')
        .orderBy('last_at')
        .limit(limit);
      const keys = await told.select(inOrder as (keyof AlertRow)[]);
      let removed = 0;
      for (const row of keys) {
        removed += await alerts
          .in(db)
          .where(row as Partial<AlertRow>)
          .whereNull('due_at')
          .delete();
      }
      return removed;
    },
  };
}
