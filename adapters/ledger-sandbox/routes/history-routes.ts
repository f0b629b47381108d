/** Notes on documents, for every family that has them. */
import type { Call, RouteTable, ScopeArea } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { textAt } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { notFound, validationReply } from '../http/problems.ts';
import { requestElements } from '../http/request-elements.ts';
import { wireMoment } from '../http/wire-dates.ts';

const longestNote = 2500;
const user = 'System Generated';

type NotedFamily = 'invoices' | 'quotes' | 'purchaseOrders' | 'contacts' | 'payments';

const isKnown = (call: Call, family: NotedFamily, id: string): boolean => call.books[family].get(id) !== undefined;

const wireNote = (details: string, changes: string, at: number): string =>
  JSON.stringify({ Changes: changes, DateUTC: wireMoment(at), User: user, Details: details });

function listHistory(call: Call, family: NotedFamily, id: string): Reply {
  const key = id.toLowerCase();
  if (!isKnown(call, family, key)) return notFound();
  const notes = [...call.books.history.find('document', key)].sort((a, b) => b.updated - a.updated);
  const elements = notes.map((note) => wireNote(note.details, note.changes, note.updated));
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
  const elements = kept.map((note) => wireNote(note.details, note.changes, note.updated));
  return envelope(call, { collection: 'HistoryRecords', elements });
}

function routesOf(path: string, family: NotedFamily, area: ScopeArea): RouteTable {
  return {
    [`GET ${path}/:id/history`]: { area, handle: (call, id) => listHistory(call, family, id) },
    [`PUT ${path}/:id/history`]: { area, handle: (call, id) => addHistory(call, family, id) },
  };
}

export const historyRoutes: RouteTable = {
  ...routesOf('invoices', 'invoices', 'invoices'),
  ...routesOf('quotes', 'quotes', 'invoices'),
  ...routesOf('purchaseorders', 'purchaseOrders', 'invoices'),
  ...routesOf('contacts', 'contacts', 'contacts'),
  ...routesOf('payments', 'payments', 'payments'),
};
