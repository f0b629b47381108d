import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { type JsonObject, parseJson } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { apiException, jsonReply, notFound, Refusal, validationReply } from '../http/problems.ts';
import { requestElements } from '../http/request-elements.ts';
import { wireDay } from '../http/wire-dates.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, selectRows } from '../lists/select-rows.ts';
import { allocate, findAllocation, removeAllocation } from '../rules/allocations.ts';
import { matchCreditNote, remainingCredit, writeCreditNote } from '../rules/credit-notes.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { wireAllocation, wireCreditNote } from '../wire/wire-credit-note.ts';

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

/** Provider: only the credit note's own id is taken in the address. */
function allocateCredit(call: Call, id: string): Reply {
  const note = call.books.creditNotes.get(id.toLowerCase());
  if (!note) return notFound();
  if (isBareArray(call))
    return apiException('NoDataProcessedException', 'No data has been processed for this endpoint.');
  const made: JsonObject[] = [];
  const refused: JsonObject[] = [];
  for (const body of requestElements(call, 'Allocations', 'allocation')) {
    try {
      made.push(wireAllocation(call.books, note, allocate(call, note.id, body)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ ...body, ValidationErrors: error.messages.map((Message) => ({ Message })) });
    }
  }
  if (refused.length > 0) return validationReply(refused);
  return envelope(call, { collection: 'Allocations', elements: made.map((one) => JSON.stringify(one)) });
}

function isBareArray({ body }: Call): boolean {
  return Array.isArray(parseJson(body));
}

/** Provider: a bare object, without an envelope. */
function removeAllocated(call: Call, id: string, allocationId: string): Reply {
  const note = call.books.creditNotes.get(id.toLowerCase());
  const allocation = note && findAllocation(note, allocationId);
  if (!note || !allocation) return notFound();
  removeAllocation(call, note, allocation);
  const { InvoiceID, InvoiceNumber } = wireAllocation(call.books, note, allocation)['Invoice'] as JsonObject;
  return jsonReply(200, {
    AllocationId: allocation.id,
    Date: wireDay(allocation.date),
    Invoice: [{ InvoiceID, InvoiceNumber }],
    IsDeleted: true,
  });
}

export const creditNoteRoutes: RouteTable = {
  'GET creditnotes': { area: 'invoices', handle: listCreditNotes },
  'PUT creditnotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST creditnotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET creditnotes/:id': { area: 'invoices', handle: readCreditNote },
  'POST creditnotes/:id': { area: 'invoices', handle: updateCreditNote },
  'PUT creditnotes/:id/allocations': { area: 'invoices', handle: allocateCredit },
  'DELETE creditnotes/:id/allocations/:name': { area: 'invoices', handle: removeAllocated },
};
