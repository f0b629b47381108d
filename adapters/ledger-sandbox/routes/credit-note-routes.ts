import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, selectRows } from '../lists/select-rows.ts';
import { matchCreditNote, writeCreditNote } from '../rules/credit-notes.ts';
import { remainingCredit } from '../rules/credits.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { wireCreditNote } from '../wire/wire-credit-note.ts';
import { allocationRoutes } from './allocation-routes.ts';

const fields: FieldTable<CreditNoteRecord> = {
  CreditNoteID: (r) => r.id,
  CreditNoteNumber: (r) => r.number,
  Type: (r) => r.type,
  Status: (r) => r.status,
  Reference: (r) => r.reference,
  Date: (r) => dayMs(r.date),
  Total: (r) => r.totals.total,
  RemainingCredit: remainingCredit,
  UpdatedDateUTC: (r) => r.updated,
  'Contact.ContactID': (r) => r.contactId,
};

function shown(call: Call, note: CreditNoteRecord): string {
  const contact = call.books.contacts.get(note.contactId);
  return call.echo.json(note, `read${call.unitPlaces}`, contact, () =>
    wireCreditNote(call.books, note, call.unitPlaces),
  );
}

function listCreditNotes(call: Call): Reply {
  const rows = selectRows(call, { rows: call.books.creditNotes.list(), fields, where: true, modifiedSince: true });
  const page = pageRows(call, rows, 'always');
  const elements = page.rows.map((note) => shown(call, note));
  return envelope(call, { collection: 'CreditNotes', elements, pagination: page.pagination });
}

function readCreditNote(call: Call, id: string): Reply {
  const byNumber = call.books.creditNotes.find('number', id.toLowerCase());
  const note = call.books.creditNotes.get(id.toLowerCase()) ?? byNumber[0];
  return note ? envelope(call, { collection: 'CreditNotes', elements: [shown(call, note)] }) : notFound();
}

function family(write: DocumentWrite): DocumentFamily<CreditNoteRecord> {
  return {
    collection: 'CreditNotes',
    singular: 'credit note',
    idKey: 'CreditNoteID',
    errorFlag: 'HasErrors',
    write: (call, body) => writeCreditNote(call, body, write),
    match: (call, body) => matchCreditNote(call, body, write),
    echo: (call, note) => wireCreditNote(call.books, note, call.unitPlaces),
  };
}

function updateCreditNote(call: Call, id: string): Reply {
  const note = call.books.creditNotes.get(id.toLowerCase());
  return note ? writeDocuments(call, family({ how: 'update', id: note.id }), true) : notFound();
}

export const creditNoteRoutes: RouteTable = {
  'GET creditnotes': { area: 'invoices', handle: listCreditNotes },
  'PUT creditnotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST creditnotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET creditnotes/:id': { area: 'invoices', handle: readCreditNote },
  'POST creditnotes/:id': { area: 'invoices', handle: updateCreditNote },
  ...allocationRoutes('creditNotes', 'invoices'),
};
