// The history of records by the record's type, for programs that do not know it beforehand. Each family has the same methods.
import type { CallOptions, List, WriteOptions } from './call-types.ts';
import type { Api } from './generated/api.ts';
import type { HistoryEntry, ListInvoiceHistoryPage, Note, NoteInput } from './generated/types.ts';

const namespaces = {
  invoices: 'invoices',
  credit_notes: 'creditNotes',
  quotes: 'quotes',
  purchase_orders: 'purchaseOrders',
  contacts: 'contacts',
  payments: 'payments',
  items: 'items',
  bank_transactions: 'bankTransactions',
  prepayments: 'prepayments',
  overpayments: 'overpayments',
} as const;

export type NotedType = keyof typeof namespaces;

export interface HistoryApi {
  /** What happened to a record at the provider, newest first, in one page. */
  list(
    connectionId: string,
    type: NotedType,
    resourceId: string,
    options?: CallOptions,
  ): List<HistoryEntry, ListInvoiceHistoryPage>;
  /** Adds a note, which nobody can take back. Repeat a lost one with the same `idempotencyKey`. */
  add(
    connectionId: string,
    type: NotedType,
    resourceId: string,
    body: NoteInput,
    options?: WriteOptions,
  ): Promise<Note>;
}

export function historyOf(api: Api): HistoryApi {
  const familyOf = (type: NotedType) => {
    if (Object.hasOwn(namespaces, type)) return api[namespaces[type]];
    throw new TypeError(`${type} have no history; these have: ${Object.keys(namespaces).join(', ')}`);
  };
  return {
    list: (connectionId, type, ...rest) => familyOf(type).listHistory(connectionId, ...rest),
    add: async (connectionId, type, ...rest) => familyOf(type).addNote(connectionId, ...rest),
  };
}
