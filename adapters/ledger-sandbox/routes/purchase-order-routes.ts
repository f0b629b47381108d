import type { PurchaseOrderRecord } from '../books/purchase-order-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, dayRange, type FieldTable, listFilter, selectRows } from '../lists/select-rows.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import {
  findPurchaseOrder,
  matchPurchaseOrder,
  purchaseOrderWarnings,
  writePurchaseOrder,
} from '../rules/purchase-orders.ts';
import { wirePurchaseOrder } from '../wire/wire-purchase-order.ts';
import { printDocument, wantsPdf } from './print-document.ts';

const fields: FieldTable<PurchaseOrderRecord> = {
  PurchaseOrderID: (r) => r.id,
  PurchaseOrderNumber: (r) => r.number,
  Status: (r) => r.status,
  Date: (r) => dayMs(r.date),
  DeliveryDate: (r) => dayMs(r.deliveryDate),
  UpdatedDateUTC: (r) => r.updated,
};

function shown(call: Call, order: PurchaseOrderRecord): string {
  const contact = call.books.contacts.get(order.contactId);
  return call.echo.json(order, 'read', contact, () => wirePurchaseOrder(order, contact, 'read'));
}

function listPurchaseOrders(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.purchaseOrders.list(),
    fields,
    where: false,
    modifiedSince: true,
    keep: [
      listFilter(call, 'Status', (r: PurchaseOrderRecord) => r.status),
      dayRange(call, 'Date', (r: PurchaseOrderRecord) => r.date),
    ],
  });
  const page = pageRows(call, rows, 'always');
  const elements = page.rows.map((order) => shown(call, order));
  return envelope(call, { collection: 'PurchaseOrders', elements, pagination: page.pagination });
}

function readPurchaseOrder(call: Call, id: string): Reply | Promise<Reply> {
  const order = findPurchaseOrder(call, id);
  if (!order) return notFound();
  if (wantsPdf(call)) return printDocument(call, 'Purchase order', order);
  return envelope(call, { collection: 'PurchaseOrders', elements: [shown(call, order)] });
}

function family(write: DocumentWrite): DocumentFamily<PurchaseOrderRecord> {
  return {
    collection: 'PurchaseOrders',
    singular: 'purchase order',
    idKey: 'PurchaseOrderID',
    errorFlag: 'HasErrors',
    write: (call, body) => writePurchaseOrder(call, body, write),
    match: (call, body) => matchPurchaseOrder(call, body, write),
    echo: (call, order) => wirePurchaseOrder(order, call.books.contacts.get(order.contactId), 'write'),
    warnings: purchaseOrderWarnings,
  };
}

function updatePurchaseOrder(call: Call, id: string): Reply {
  const order = findPurchaseOrder(call, id);
  return order ? writeDocuments(call, family({ how: 'update', id: order.id }), true) : notFound();
}

export const purchaseOrderRoutes: RouteTable = {
  'GET purchaseorders': { area: 'invoices', handle: listPurchaseOrders },
  'PUT purchaseorders': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST purchaseorders': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET purchaseorders/:id': { area: 'invoices', handle: readPurchaseOrder },
  'GET purchaseorders/:id/pdf': {
    area: 'invoices',
    handle: (call, id) => readPurchaseOrder({ ...call, headers: { accept: 'application/pdf' } }, id),
  },
  'POST purchaseorders/:id': { area: 'invoices', handle: updatePurchaseOrder },
};
