/** Manual journals, bank transfers and repeating invoices. */
import type { BankTransferRecord } from '../books/bank-transfer-record.ts';
import type { ManualJournalRecord } from '../books/manual-journal-record.ts';
import type { RepeatingInvoiceRecord } from '../books/repeating-invoice-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound, refuse } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, selectRows } from '../lists/select-rows.ts';
import { createTransfer, deleteTransfer } from '../rules/bank-transfers.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { journalWarnings, matchJournal, writeJournal } from '../rules/manual-journals.ts';
import { createRepeating, endRepeating } from '../rules/repeating-invoices.ts';
import { wireJournal, wireRepeating, wireTransfer } from '../wire/wire-journals.ts';

const journalFields: FieldTable<ManualJournalRecord> = {
  ManualJournalID: (r) => r.id,
  Narration: (r) => r.narration,
  Status: (r) => r.status,
  Date: (r) => dayMs(r.date),
  UpdatedDateUTC: (r) => r.updated,
};

function listJournals(call: Call): Reply {
  const plan = { rows: call.books.manualJournals.list(), fields: journalFields, where: true, modifiedSince: true };
  const page = pageRows(call, selectRows(call, plan), 'asked');
  const elements = page.rows.map((journal) => JSON.stringify(wireJournal(journal, page.paged)));
  return envelope(call, { collection: 'ManualJournals', elements, pagination: page.pagination });
}

const one = (call: Call, collection: string, shown: JsonObject | undefined): Reply =>
  shown ? envelope(call, { collection, elements: [JSON.stringify(shown)] }) : notFound();

function readJournal(call: Call, id: string): Reply {
  const journal = call.books.manualJournals.get(id.toLowerCase());
  return one(call, 'ManualJournals', journal && wireJournal(journal, true));
}

function journals(write: DocumentWrite): DocumentFamily<ManualJournalRecord> {
  return {
    collection: 'ManualJournals',
    singular: 'manual journal',
    idKey: 'ManualJournalID',
    errorFlag: undefined,
    write: (call, body) => writeJournal(call, body, write),
    match: (call, body) => matchJournal(call, body, write),
    echo: (_, journal) => wireJournal(journal, true),
    warnings: journalWarnings,
  };
}

function updateJournal(call: Call, id: string): Reply {
  const journal = call.books.manualJournals.get(id.toLowerCase());
  return journal ? writeDocuments(call, journals({ how: 'update', id: journal.id }), true) : notFound();
}

const transferFields: FieldTable<BankTransferRecord> = {
  BankTransferID: (r) => r.id,
  Amount: (r) => r.amount,
  Date: (r) => dayMs(r.date),
  CreatedDateUTC: (r) => r.createdAt,
};

/** Provider: all in one answer, and the deleted ones only if they are asked for. */
function listTransfers(call: Call): Reply {
  const withDeleted = call.query.get('includeDeleted')?.toLowerCase() === 'true';
  const rows = selectRows(call, {
    rows: call.books.bankTransfers.list(),
    fields: transferFields,
    where: true,
    modifiedSince: false,
    keep: [({ status }) => withDeleted || status !== 'DELETED'],
  });
  const elements = rows.map((transfer) => JSON.stringify(wireTransfer(call.books, transfer)));
  return envelope(call, { collection: 'BankTransfers', elements });
}

function readTransfer(call: Call, id: string): Reply {
  const transfer = call.books.bankTransfers.get(id.toLowerCase());
  return one(call, 'BankTransfers', transfer && wireTransfer(call.books, transfer));
}

/** `id`: of the address; a POST on the collection names the transfers inside. */
function transfers(how: 'create' | 'delete', id?: string): DocumentFamily<BankTransferRecord> {
  const match = (call: Call, body: JsonObject) =>
    call.books.bankTransfers.get((id ?? textAt(body, 'BankTransferID') ?? '').toLowerCase());
  return {
    collection: 'BankTransfers',
    singular: 'bank transfer',
    idKey: 'BankTransferID',
    errorFlag: undefined,
    write(call, body) {
      if (how === 'create') return createTransfer(call, body);
      const known = match(call, body) ?? refuse('The bank transfer could not be found.');
      return deleteTransfer(call, known, body);
    },
    match: (call, body) => (how === 'create' ? undefined : match(call, body)),
    echo: (call, transfer) => wireTransfer(call.books, transfer),
  };
}

function endTransfer(call: Call, id: string): Reply {
  const transfer = call.books.bankTransfers.get(id.toLowerCase());
  return transfer ? writeDocuments(call, transfers('delete', transfer.id), true) : notFound();
}

const repeatingFields: FieldTable<RepeatingInvoiceRecord> = {
  RepeatingInvoiceID: (r) => r.id,
  Type: (r) => r.type,
  Status: (r) => r.status,
  Total: (r) => r.totals.total,
};

/** Provider: all in one answer; what was ended is not listed. */
function listRepeating(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.repeatingInvoices.list(),
    fields: repeatingFields,
    where: true,
    modifiedSince: false,
    keep: [({ status }) => status !== 'DELETED'],
  });
  const elements = rows.map((each) => JSON.stringify(wireRepeating(call.books, each, call.unitPlaces)));
  return envelope(call, { collection: 'RepeatingInvoices', elements });
}

function readRepeating(call: Call, id: string): Reply {
  const repeating = call.books.repeatingInvoices.get(id.toLowerCase());
  return one(call, 'RepeatingInvoices', repeating && wireRepeating(call.books, repeating, call.unitPlaces));
}

/** `existing`: what is ended; without one a new one is made. */
function repeatingInvoices(existing?: RepeatingInvoiceRecord): DocumentFamily<RepeatingInvoiceRecord> {
  return {
    collection: 'RepeatingInvoices',
    singular: 'repeating invoice',
    idKey: 'RepeatingInvoiceID',
    errorFlag: undefined,
    write: (call, body) => (existing ? endRepeating(call, existing, body) : createRepeating(call, body)),
    match: () => existing,
    echo: (call, repeating) => wireRepeating(call.books, repeating, call.unitPlaces),
  };
}

function endRepeatingInvoice(call: Call, id: string): Reply {
  const repeating = call.books.repeatingInvoices.get(id.toLowerCase());
  return repeating ? writeDocuments(call, repeatingInvoices(repeating), true) : notFound();
}

export const journalRoutes: RouteTable = {
  'GET manualjournals': { area: 'manualjournals', handle: listJournals },
  'PUT manualjournals': {
    area: 'manualjournals',
    handle: (call) => writeDocuments(call, journals({ how: 'create' })),
  },
  'POST manualjournals': {
    area: 'manualjournals',
    handle: (call) => writeDocuments(call, journals({ how: 'upsert' })),
  },
  'GET manualjournals/:id': { area: 'manualjournals', handle: readJournal },
  'POST manualjournals/:id': { area: 'manualjournals', handle: updateJournal },
  'GET banktransfers': { area: 'banktransactions', handle: listTransfers },
  'PUT banktransfers': { area: 'banktransactions', handle: (call) => writeDocuments(call, transfers('create')) },
  'POST banktransfers': { area: 'banktransactions', handle: (call) => writeDocuments(call, transfers('delete')) },
  'GET banktransfers/:id': { area: 'banktransactions', handle: readTransfer },
  'POST banktransfers/:id': { area: 'banktransactions', handle: endTransfer },
  'GET repeatinginvoices': { area: 'invoices', handle: listRepeating },
  'PUT repeatinginvoices': { area: 'invoices', handle: (call) => writeDocuments(call, repeatingInvoices()) },
  'GET repeatinginvoices/:id': { area: 'invoices', handle: readRepeating },
  'POST repeatinginvoices/:id': { area: 'invoices', handle: endRepeatingInvoice },
};
