import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound, validationReply } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, listFilter, searchFilter, selectRows } from '../lists/select-rows.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { findInvoice, matchInvoice, writeInvoice } from '../rules/invoices.ts';
import { amountDue } from '../rules/settle.ts';
import { type InvoiceForm, wireInvoice } from '../wire/wire-invoice.ts';
import { hasOnlineInvoice, onlineInvoicePath } from './online-invoice.ts';
import { printDocument, wantsPdf } from './print-document.ts';

const contactOf = (call: Call, invoice: InvoiceRecord) => call.books.contacts.get(invoice.contactId);

const fieldsOf = (call: Call): FieldTable<InvoiceRecord> => ({
  InvoiceID: (r) => r.id,
  InvoiceNumber: (r) => r.number,
  Type: (r) => r.type,
  Status: (r) => r.status,
  Reference: (r) => r.reference,
  Date: (r) => dayMs(r.date),
  DueDate: (r) => dayMs(r.dueDate),
  FullyPaidOnDate: (r) => dayMs(r.fullyPaidOn),
  AmountDue: amountDue,
  AmountPaid: (r) => r.amountPaid,
  AmountCredited: (r) => r.amountCredited,
  Total: (r) => r.totals.total,
  SubTotal: (r) => r.totals.subTotal,
  TotalTax: (r) => r.totals.totalTax,
  CurrencyCode: (r) => r.currencyCode,
  UpdatedDateUTC: (r) => r.updated,
  'Contact.ContactID': (r) => r.contactId,
  'Contact.Name': (r) => contactOf(call, r)?.name,
  'Contact.ContactNumber': (r) => contactOf(call, r)?.number,
});

function shown(call: Call, invoice: InvoiceRecord, form: InvoiceForm): string {
  const contact = contactOf(call, invoice);
  const view = { form, unitPlaces: call.unitPlaces, kinder: call.quirks.kinder };
  const build = () => wireInvoice(call.books, invoice, contact, view);
  return call.echo.json(invoice, `${form}${call.unitPlaces}${view.kinder.join()}`, contact, build);
}

function listInvoices(call: Call): Reply {
  const withArchived = call.query.get('includeArchived')?.toLowerCase() === 'true';
  const onlyMine = call.query.get('createdByMyApp')?.toLowerCase() === 'true';
  const rows = selectRows(call, {
    rows: call.books.invoices.list(),
    fields: fieldsOf(call),
    where: true,
    modifiedSince: true,
    keep: [
      listFilter(call, 'IDs', (r: InvoiceRecord) => r.id),
      listFilter(call, 'InvoiceNumbers', (r: InvoiceRecord) => r.number),
      listFilter(call, 'ContactIDs', (r: InvoiceRecord) => r.contactId),
      listFilter(call, 'Statuses', (r: InvoiceRecord) => r.status),
      searchFilter(call, (r: InvoiceRecord) => [r.number, r.reference]),
      withArchived ? undefined : (r) => contactOf(call, r)?.status !== 'ARCHIVED',
      onlyMine ? (r) => r.clientId === call.clientId : undefined,
    ],
  });
  const page = pageRows(call, rows, 'asked');
  const elements = page.rows.map((invoice) => shown(call, invoice, page.paged ? 'page' : 'summary'));
  return envelope(call, { collection: 'Invoices', elements, pagination: page.pagination });
}

function readInvoice(call: Call, id: string): Reply | Promise<Reply> {
  const invoice = findInvoice(call, id);
  if (!invoice) return notFound();
  if (wantsPdf(call)) return printDocument(call, invoice.type === 'ACCREC' ? 'Tax invoice' : 'Bill', invoice);
  return envelope(call, { collection: 'Invoices', elements: [shown(call, invoice, 'full')] });
}

function family(write: DocumentWrite): DocumentFamily<InvoiceRecord> {
  return {
    collection: 'Invoices',
    singular: 'invoice',
    idKey: 'InvoiceID',
    errorFlag: 'HasErrors',
    write: (call, body) => writeInvoice(call, body, write),
    match: (call, body) => matchInvoice(call, body, write),
    echo: (call, invoice) =>
      wireInvoice(call.books, invoice, contactOf(call, invoice), {
        form: 'write',
        unitPlaces: call.unitPlaces,
        kinder: call.quirks.kinder,
      }),
  };
}

function updateInvoice(call: Call, id: string): Reply {
  const invoice = findInvoice(call, id);
  return invoice ? writeDocuments(call, family({ how: 'update', id: invoice.id }), true) : notFound();
}

/** Provider: only sales that are not drafts have an online invoice; its token never changes. */
function onlineInvoice(call: Call, id: string): Reply {
  const invoice = findInvoice(call, id);
  if (!invoice) return notFound();
  if (!hasOnlineInvoice(invoice)) {
    return validationReply([
      {
        InvoiceID: invoice.id,
        ValidationErrors: [{ Message: 'An online invoice is not available for this invoice.' }],
      },
    ]);
  }
  const OnlineInvoiceUrl = `${call.baseUrl}${onlineInvoicePath(call.books, invoice)}`;
  return envelope(call, { collection: 'OnlineInvoices', elements: [JSON.stringify({ OnlineInvoiceUrl })] });
}

function emailInvoice(call: Call, id: string): Reply {
  const invoice = findInvoice(call, id);
  if (!invoice) return notFound();
  if (invoice.type !== 'ACCREC' || !['SUBMITTED', 'AUTHORISED', 'PAID'].includes(invoice.status)) {
    return validationReply([
      { InvoiceID: invoice.id, ValidationErrors: [{ Message: 'Invoice not of valid status for emailing' }] },
    ]);
  }
  const timesMailed = (invoice.timesMailed ?? 0) + 1;
  call.books.invoices.put({ ...invoice, sentToContact: true, timesMailed, updated: call.books.stamp() });
  call.announce('INVOICE', 'UPDATE', invoice.id);
  return { status: 204, headers: {}, body: '' };
}

export const invoiceRoutes: RouteTable = {
  'GET invoices': { area: 'invoices', handle: listInvoices },
  'PUT invoices': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST invoices': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET invoices/:id': { area: 'invoices', handle: readInvoice },
  'GET invoices/:id/pdf': {
    area: 'invoices',
    handle: (call, id) => readInvoice({ ...call, headers: { accept: 'application/pdf' } }, id),
  },
  'POST invoices/:id': { area: 'invoices', handle: updateInvoice },
  'GET invoices/:id/onlineinvoice': { area: 'invoices', handle: onlineInvoice },
  'POST invoices/:id/email': { area: 'invoices', handle: emailInvoice },
};
