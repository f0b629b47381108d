import type { BankTransactionRecord } from '../books/bank-transaction-record.ts';
import type { DepositRecord } from '../books/deposit-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, type FieldTable, listFilter, selectRows } from '../lists/select-rows.ts';
import { bankTransactionWarnings, matchBankTransaction, writeBankTransaction } from '../rules/bank-transactions.ts';
import { remainingCredit } from '../rules/credits.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { wireBankTransaction, wireDeposit } from '../wire/wire-bank-transaction.ts';
import { allocationRoutes } from './allocation-routes.ts';

const fields: FieldTable<BankTransactionRecord> = {
  BankTransactionID: (r) => r.id,
  Type: (r) => r.type,
  Status: (r) => r.status,
  Reference: (r) => r.reference,
  Date: (r) => dayMs(r.date),
  Total: (r) => r.totals.total,
  IsReconciled: (r) => r.isReconciled,
  UpdatedDateUTC: (r) => r.updated,
  'Contact.ContactID': (r) => r.contactId,
  'BankAccount.AccountID': (r) => r.bankAccountId,
};

/** Provider: deleted ones stay in lists; without `page` no lines are shown. */
function listTransactions(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.bankTransactions.list(),
    fields,
    where: true,
    modifiedSince: true,
    keep: [listFilter(call, 'references', (r: BankTransactionRecord) => r.reference)],
  });
  const page = pageRows(call, rows, 'asked');
  const form = page.paged ? 'full' : 'summary';
  const elements = page.rows.map((row) => JSON.stringify(wireBankTransaction(call.books, row, call.unitPlaces, form)));
  return envelope(call, { collection: 'BankTransactions', elements, pagination: page.pagination });
}

function readTransaction(call: Call, id: string): Reply {
  const found = call.books.bankTransactions.get(id.toLowerCase());
  if (!found) return notFound();
  const elements = [JSON.stringify(wireBankTransaction(call.books, found, call.unitPlaces))];
  return envelope(call, { collection: 'BankTransactions', elements });
}

function family(write: DocumentWrite): DocumentFamily<BankTransactionRecord> {
  return {
    collection: 'BankTransactions',
    singular: 'bank transaction',
    idKey: 'BankTransactionID',
    errorFlag: undefined,
    write: (call, body) => writeBankTransaction(call, body, write),
    match: (call, body) => matchBankTransaction(call, body, write),
    echo: (call, record) => wireBankTransaction(call.books, record, call.unitPlaces),
    warnings: bankTransactionWarnings,
  };
}

function changeTransaction(call: Call, id: string): Reply {
  const found = call.books.bankTransactions.get(id.toLowerCase());
  return found ? writeDocuments(call, family({ how: 'update', id: found.id }), true) : notFound();
}

type Deposits = 'prepayments' | 'overpayments';

const depositFields = (idKey: string): FieldTable<DepositRecord> => ({
  [idKey]: (r) => r.id,
  Type: (r) => r.type,
  Status: (r) => r.status,
  Date: (r) => dayMs(r.date),
  InvoiceNumber: (r) => r.number,
  RemainingCredit: remainingCredit,
  UpdatedDateUTC: (r) => r.updated,
  'Contact.ContactID': (r) => r.contactId,
});

/** Provider: they are read; bank transactions make them, and nothing changes them but allocations and refunds. */
function depositRoutes(deposits: Deposits, collection: string, idKey: string): RouteTable {
  const area = 'payments';
  const shown = (call: Call, row: DepositRecord) => JSON.stringify(wireDeposit(call.books, row, call.unitPlaces));
  return {
    [`GET ${deposits}`]: {
      area,
      handle(call) {
        const rows = selectRows(call, {
          rows: call.books[deposits].list(),
          fields: depositFields(idKey),
          where: true,
          modifiedSince: true,
          keep: [listFilter(call, 'invoiceNumbers', (r: DepositRecord) => r.number)],
        });
        const page = pageRows(call, rows, 'always');
        const elements = page.rows.map((row) => shown(call, row));
        return envelope(call, { collection, elements, pagination: page.pagination });
      },
    },
    [`GET ${deposits}/:id`]: {
      area,
      handle(call, id) {
        const row = call.books[deposits].get(id.toLowerCase());
        return row ? envelope(call, { collection, elements: [shown(call, row)] }) : notFound();
      },
    },
    ...allocationRoutes(deposits, area),
  };
}

const area = 'banktransactions';
export const bankTransactionRoutes: RouteTable = {
  'GET banktransactions': { area, handle: listTransactions },
  'PUT banktransactions': { area, handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST banktransactions': { area, handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET banktransactions/:id': { area, handle: readTransaction },
  'POST banktransactions/:id': { area, handle: changeTransaction },
  ...depositRoutes('prepayments', 'Prepayments', 'PrepaymentID'),
  ...depositRoutes('overpayments', 'Overpayments', 'OverpaymentID'),
};
