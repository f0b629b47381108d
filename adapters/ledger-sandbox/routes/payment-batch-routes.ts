/** Batch payments, linked transactions, and budgets, of which a new organisation has none. */
import type { BatchPaymentRecord } from '../books/batch-payment-record.ts';
import type { LinkedTransactionRecord } from '../books/linked-transaction-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { JsonObject } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { writeDocuments } from '../http/write-documents.ts';
import { createBatch } from '../rules/batch-payments.ts';
import { linkedStatus, writeLinked } from '../rules/linked-transactions.ts';

function wireBatch({ books }: Pick<Call, 'books'>, batch: BatchPaymentRecord): JsonObject {
  const payments = batch.paymentIds.flatMap((id) => books.payments.get(id) ?? []);
  return {
    Account: { AccountID: batch.accountId },
    Reference: batch.reference,
    BatchPaymentID: batch.id,
    DateString: momentString(Date.parse(batch.date)).slice(0, 19),
    Date: wireDay(batch.date),
    Payments: payments.map(({ id, invoiceId, amount }) => ({
      ...{ Invoice: { InvoiceID: invoiceId }, PaymentID: id, Amount: amount },
    })),
    Type: batch.type,
    Status: 'AUTHORISED',
    TotalAmount: batch.total,
    UpdatedDateUTC: wireMoment(batch.updated),
    IsReconciled: false,
  };
}

function wireLinked(call: Pick<Call, 'books'>, linked: LinkedTransactionRecord): JsonObject {
  const { sourceId, sourceLineId, contactId, targetId, targetLineId } = linked;
  return {
    LinkedTransactionID: linked.id,
    SourceTransactionID: sourceId,
    SourceLineItemID: sourceLineId,
    SourceTransactionTypeCode: 'ACCPAY',
    ...(contactId !== '' && { ContactID: contactId }),
    ...(targetId !== '' && { TargetTransactionID: targetId, TargetLineItemID: targetLineId }),
    Status: linkedStatus(call, linked),
    Type: 'BILLABLEEXPENSE',
    UpdatedDateUTC: wireMoment(linked.updated),
  };
}

function shown<R extends { readonly id: string }>(
  call: Call,
  id: string,
  collection: string,
  { rows, wire }: { readonly rows: readonly R[]; readonly wire: (call: Call, row: R) => JsonObject },
): Reply {
  const found = id === '' ? rows : rows.filter((row) => row.id === id.toLowerCase());
  if (id !== '' && found.length === 0) return notFound();
  return envelope(call, { collection, elements: found.map((row) => JSON.stringify(wire(call, row))) });
}

const batches = (call: Call, id: string): Reply =>
  shown(call, id, 'BatchPayments', { rows: call.books.batchPayments.list(), wire: wireBatch });
const links = (call: Call, id: string): Reply =>
  shown(call, id, 'LinkedTransactions', { rows: call.books.linkedTransactions.list(), wire: wireLinked });
const budgets = (call: Call, id: string): Reply =>
  shown(call, id, 'Budgets', { rows: [] as readonly { readonly id: string }[], wire: () => ({}) });

const linkedFamily = (before?: LinkedTransactionRecord) => ({
  ...{ collection: 'LinkedTransactions', singular: 'linked transaction', idKey: 'LinkedTransactionID' },
  errorFlag: undefined,
  write: (call: Call, body: JsonObject) => writeLinked(call, body, before),
  match: () => before,
  echo: wireLinked,
});

function ofLinked(call: Call, id: string, act: (linked: LinkedTransactionRecord) => Reply): Reply {
  const linked = call.books.linkedTransactions.get(id.toLowerCase());
  return linked ? act(linked) : notFound();
}

function removeLinked(call: Call, id: string): Reply {
  return ofLinked(call, id, (linked) => {
    call.books.linkedTransactions.remove(linked.id);
    return { status: 204, headers: {}, body: '' };
  });
}

function addBatch(call: Call): Reply {
  return writeDocuments<BatchPaymentRecord>(call, {
    ...{ collection: 'BatchPayments', singular: 'batch payment', idKey: 'BatchPaymentID', errorFlag: undefined },
    write: createBatch,
    match: () => undefined,
    echo: wireBatch,
  });
}

export const paymentBatchRoutes: RouteTable = {
  'GET batchpayments': { area: 'payments', handle: batches },
  'PUT batchpayments': { area: 'payments', handle: addBatch },
  'GET batchpayments/:id': { area: 'payments', handle: batches },
  'GET linkedtransactions': { area: 'invoices', handle: links },
  'PUT linkedtransactions': { area: 'invoices', handle: (call) => writeDocuments(call, linkedFamily()) },
  'GET linkedtransactions/:id': { area: 'invoices', handle: links },
  'POST linkedtransactions/:id': {
    area: 'invoices',
    handle: (call, id) => ofLinked(call, id, (linked) => writeDocuments(call, linkedFamily(linked), true)),
  },
  'DELETE linkedtransactions/:id': { area: 'invoices', handle: removeLinked },
  'GET budgets': { area: 'settings', handle: budgets },
  'GET budgets/:id': { area: 'settings', handle: budgets },
};
