// Files of records by the record's type, for programs that do not know it beforehand. Each family has the same methods of its own.
import type { CallOptions, Download, FileContent, FileOptions, List, WriteOptions } from './call-types.ts';
import type { Api } from './generated/api.ts';
import type {
  Attached,
  Attachment,
  CheckedWrite,
  CheckUploadInvoiceAttachmentQuery,
  ListInvoiceAttachmentsPage,
  UploadInvoiceAttachmentQuery,
} from './generated/types.ts';

const namespaces = {
  invoices: 'invoices',
  credit_notes: 'creditNotes',
  quotes: 'quotes',
  purchase_orders: 'purchaseOrders',
  contacts: 'contacts',
  accounts: 'accounts',
  bank_transactions: 'bankTransactions',
} as const;

export type FiledType = keyof typeof namespaces;

export interface AttachmentsApi {
  /** The files of a record, in one page. */
  list(
    connectionId: string,
    type: FiledType,
    resourceId: string,
    options?: CallOptions,
  ): List<Attachment, ListInvoiceAttachmentsPage>;
  /**
   * Attaches a file of at most 10,000,000 bytes. `filename` may be left out for a `File`, which brings its own. Repeat a lost
   * upload with the same `idempotencyKey` and the same bytes; never repeat the record because of its file.
   */
  upload(
    connectionId: string,
    type: FiledType,
    resourceId: string,
    file: FileContent,
    options?: UploadInvoiceAttachmentQuery & FileOptions & WriteOptions,
  ): Promise<Attached>;
  /** Would a file of this name and size be taken? The file itself is not sent; a yes is no promise. */
  check(
    connectionId: string,
    type: FiledType,
    resourceId: string,
    options: CheckUploadInvoiceAttachmentQuery & CallOptions,
  ): Promise<CheckedWrite>;
  download(
    connectionId: string,
    type: FiledType,
    resourceId: string,
    attachmentId: string,
    options?: CallOptions,
  ): Promise<Download>;
}

export function attachmentsOf(api: Api): AttachmentsApi {
  const familyOf = (type: FiledType) => {
    if (Object.hasOwn(namespaces, type)) return api[namespaces[type]];
    throw new TypeError(`${type} have no files; these have: ${Object.keys(namespaces).join(', ')}`);
  };
  return {
    list: (connectionId, type, ...rest) => familyOf(type).listAttachments(connectionId, ...rest),
    upload: async (connectionId, type, ...rest) => familyOf(type).uploadAttachment(connectionId, ...rest),
    check: async (connectionId, type, ...rest) => familyOf(type).checkUploadAttachment(connectionId, ...rest),
    download: async (connectionId, type, ...rest) => familyOf(type).downloadAttachment(connectionId, ...rest),
  };
}
