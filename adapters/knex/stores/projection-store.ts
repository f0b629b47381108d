import type { PaymentProjection, ProjectionStore } from '#core/ports';
import { decimal, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { requireTransaction, type Session } from '../session.ts';
import { lockSequence } from './event-store.ts';

const projections = tableOf<PaymentProjection>()('payment_projections', {
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
    async lock(connectionId) {
      requireTransaction(session, 'projections.lock');
      await lockSequence(db, connectionId);
    },
    async find(connectionId, providerInvoiceIds) {
      const asked = projections
        .in(db)
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
