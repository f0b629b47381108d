/** Notes on documents, for every family that has them. */
import type { HistoryRecord } from '../books/history-record.ts';
import type { Call, RouteTable, ScopeArea } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { textAt } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound, validationReply } from '../http/problems.ts';
import { requestElements } from '../http/request-elements.ts';
import { bareMoment, momentString, wireMoment } from '../http/wire-dates.ts';

const longestNote = 2500;
/** Provider: who writes through the API is not told by name. */
const system = 'System Generated';

type NotedFamily =
  | 'invoices'
  | 'quotes'
  | 'purchaseOrders'
  | 'contacts'
  | 'payments'
  | 'creditNotes'
  | 'items'
  | 'manualJournals'
  | 'bankTransfers'
  | 'repeatingInvoices'
  | 'bankTransactions'
  | 'prepayments'
  | 'overpayments';

const isKnown = (call: Call, family: NotedFamily, id: string): boolean => call.books[family].get(id) !== undefined;

const wireNote = ({ changes, details, updated, user = system }: HistoryRecord): string =>
  JSON.stringify({
    Changes: changes,
    DateUTCString: momentString(updated).slice(0, 19),
    DateUTC: wireMoment(updated),
    User: user,
    Details: details,
  });

/** Provider: the answer to a write has a time without an offset, and neither user nor change. */
const wireEcho = ({ details, updated }: HistoryRecord): string =>
  JSON.stringify({ DateUTCString: momentString(updated).slice(0, 19), DateUTC: bareMoment(updated), Details: details });

function listHistory(call: Call, family: NotedFamily, id: string): Reply {
  const key = id.toLowerCase();
  if (!isKnown(call, family, key)) return notFound();
  const notes = [...call.books.history.find('document', key)].sort((a, b) => b.updated - a.updated);
  const elements = notes.map(wireNote);
  return envelope(call, { collection: 'HistoryRecords', elements });
}

function addHistory(call: Call, family: NotedFamily, id: string): Reply {
  const documentId = id.toLowerCase();
  if (!isKnown(call, family, documentId)) return notFound();
  const notes = requestElements(call, 'HistoryRecords', 'history record').map((body) => textAt(body, 'Details') ?? '');
  if (notes.some((details) => details === '' || details.length > longestNote)) {
    return validationReply([{ ValidationErrors: [{ Message: `Details must have 1 to ${longestNote} characters.` }] }]);
  }
  const kept = notes.map((details) =>
    call.books.history.put({ id: call.newId(), documentId, details, changes: 'Note', updated: call.now }),
  );
  const elements = kept.map(wireEcho);
  return envelope(call, { collection: 'HistoryRecords', elements });
}

function routesOf(path: string, family: NotedFamily, area: ScopeArea): RouteTable {
  return {
    [`GET ${path}/:id/history`]: { area, handle: (call, id) => listHistory(call, family, id) },
    [`PUT ${path}/:id/history`]: { area, handle: (call, id) => addHistory(call, family, id) },
    [`POST ${path}/:id/history`]: { area, handle: (call, id) => addHistory(call, family, id) },
  };
}

export const historyRoutes: RouteTable = {
  ...routesOf('invoices', 'invoices', 'invoices'),
  ...routesOf('quotes', 'quotes', 'invoices'),
  ...routesOf('purchaseorders', 'purchaseOrders', 'invoices'),
  ...routesOf('contacts', 'contacts', 'contacts'),
  ...routesOf('payments', 'payments', 'payments'),
  ...routesOf('creditnotes', 'creditNotes', 'invoices'),
  ...routesOf('items', 'items', 'items'),
  ...routesOf('manualjournals', 'manualJournals', 'manualjournals'),
  ...routesOf('banktransfers', 'bankTransfers', 'banktransactions'),
  ...routesOf('repeatinginvoices', 'repeatingInvoices', 'invoices'),
  ...routesOf('banktransactions', 'bankTransactions', 'banktransactions'),
  ...routesOf('prepayments', 'prepayments', 'payments'),
  ...routesOf('overpayments', 'overpayments', 'payments'),
};
