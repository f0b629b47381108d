import type { PaymentRecord } from '../books/payment-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, selectRows } from '../lists/select-rows.ts';
import { createPayment, deletePayment, refundedCredit } from '../rules/payments.ts';
import { wirePayment } from '../wire/wire-payment.ts';

const fieldsOf = (call: Call): FieldTable<PaymentRecord> => ({
  PaymentID: (r) => r.id,
  Status: (r) => r.status,
  PaymentType: (r) => r.type,
  Amount: (r) => r.amount,
  Date: (r) => dayMs(r.date),
  Reference: (r) => r.reference,
  IsReconciled: (r) => r.isReconciled,
  UpdatedDateUTC: (r) => r.updated,
  'Invoice.InvoiceID': (r) => r.invoiceId,
  'Invoice.InvoiceNumber': (r) => call.books.invoices.get(r.invoiceId)?.number,
  'CreditNote.CreditNoteID': (r) => r.creditNoteId,
  'Prepayment.PrepaymentID': (r) => (r.type.includes('PREPAYMENT') ? r.depositId : undefined),
  'Overpayment.OverpaymentID': (r) => (r.type.includes('OVERPAYMENT') ? r.depositId : undefined),
  'Account.AccountID': (r) => r.accountId,
  'Account.Code': (r) => call.books.accounts.get(r.accountId)?.code,
});

function shown(call: Call, payment: PaymentRecord): string {
  const target = call.books.invoices.get(payment.invoiceId) ?? refundedCredit(call, payment);
  return call.echo.json(payment, 'read', target, () => wirePayment(call.books, payment, 'read'));
}

function listPayments(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.payments.list(),
    fields: fieldsOf(call),
    where: true,
    modifiedSince: true,
  });
  const page = pageRows(call, rows, 'asked');
  const elements = page.rows.map((payment) => shown(call, payment));
  return envelope(call, { collection: 'Payments', elements, pagination: page.pagination });
}

function readPayment(call: Call, id: string): Reply {
  const payment = call.books.payments.get(id.toLowerCase());
  return payment ? envelope(call, { collection: 'Payments', elements: [shown(call, payment)] }) : notFound();
}

function family(existing: PaymentRecord | undefined): DocumentFamily<PaymentRecord> {
  return {
    collection: 'Payments',
    singular: 'payment',
    idKey: 'PaymentID',
    errorFlag: 'HasValidationErrors',
    write: (call, body) => (existing ? deletePayment(call, existing, body) : createPayment(call, body)),
    match: () => existing,
    echo: (call, payment) => wirePayment(call.books, payment, 'write'),
  };
}

function updatePayment(call: Call, id: string): Reply {
  const payment = call.books.payments.get(id.toLowerCase());
  return payment ? writeDocuments(call, family(payment), true) : notFound();
}

export const paymentRoutes: RouteTable = {
  'GET payments': { area: 'payments', handle: listPayments },
  'PUT payments': { area: 'payments', handle: (call) => writeDocuments(call, family(undefined)) },
  'POST payments': { area: 'payments', handle: (call) => writeDocuments(call, family(undefined)) },
  'GET payments/:id': { area: 'payments', handle: readPayment },
  'POST payments/:id': { area: 'payments', handle: updatePayment },
};
