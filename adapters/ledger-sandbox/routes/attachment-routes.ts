/** Files on documents, for every family that has them. The body of an upload is the file. */
import type { AttachmentRecord } from '../books/attachment-record.ts';
import type { Shelf, Shelved } from '../books/shelf.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { apiException, notFound, tooLarge, validationReply } from '../http/problems.ts';

const longestFile = 10_000_000;
const mostFiles = 10;
const forbidden = /[<>:"/\\?*|+\0]/;
const kinds =
  '7z bmp csv doc docx eml gif jpeg jpg keynote msg numbers odf ods odt pages pdf png ppt pptx rar rtf tif tiff txt xls xlsx zip';
const knownKinds: ReadonlySet<string> = new Set(kinds.split(' '));

type FiledFamily =
  | 'invoices'
  | 'creditNotes'
  | 'quotes'
  | 'purchaseOrders'
  | 'contacts'
  | 'accounts'
  | 'manualJournals'
  | 'bankTransfers'
  | 'repeatingInvoices'
  | 'bankTransactions';

/** The shelves hold different records, of which only the common part is looked at. */
const shelfOf = (call: Call, family: FiledFamily) =>
  call.books[family] as Pick<Shelf<Shelved>, 'get'> & { put(record: Shelved): Shelved };

const filesOf = (call: Call, documentId: string): readonly AttachmentRecord[] =>
  call.books.attachments.find('document', documentId);

const isNamed = (name: string) => (file: AttachmentRecord) => file.name.toLowerCase() === name.toLowerCase();

interface Place {
  readonly path: string;
  readonly family: FiledFamily;
}

function wireFile(call: Call, { path }: Place, { id, documentId, name, mimeType, length, isOnline }: AttachmentRecord) {
  return JSON.stringify({
    AttachmentID: id,
    FileName: name,
    Url: `${call.baseUrl}/api.xro/2.0/${path}/${documentId}/Attachments/${encodeURIComponent(name)}`,
    MimeType: mimeType,
    ContentLength: length,
    // Provider: told only where it is true.
    ...(isOnline && { IncludeOnline: true }),
  });
}

function listFiles(call: Call, place: Place, id: string): Reply {
  const documentId = id.toLowerCase();
  if (!shelfOf(call, place.family).get(documentId)) return notFound();
  const elements = filesOf(call, documentId).map((file) => wireFile(call, place, file));
  return envelope(call, { collection: 'Attachments', elements });
}

/** Provider: by id or by name; the id of a file that was replaced is gone. */
function readFile(call: Call, { family }: Place, id: string, name: string): Reply {
  const documentId = id.toLowerCase();
  if (!shelfOf(call, family).get(documentId)) return notFound();
  const files = filesOf(call, documentId);
  const file = files.find((one) => one.id === name.toLowerCase()) ?? files.find(isNamed(name));
  if (!file) return notFound();
  return { status: 200, headers: { 'content-type': file.mimeType }, body: Buffer.from(file.content, 'base64') };
}

const refused = (message: string): Reply => validationReply([{ ValidationErrors: [{ Message: message }] }]);

/** Undefined for a name that is taken. */
function nameProblem(name: string): Reply | undefined {
  // Provider: a blank at the end fails it.
  if (name.endsWith(' ')) return { status: 500, headers: {}, body: '' };
  if (forbidden.test(name)) return refused('The file name contains characters that are not allowed.');
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!knownKinds.has(kind)) return apiException('PostDataInvalidException', 'The file type is not supported.');
  return undefined;
}

function writeFile(call: Call, place: Place, id: string, name: string): Reply {
  const documentId = id.toLowerCase();
  const shelf = shelfOf(call, place.family);
  const document = shelf.get(documentId);
  if (!document) return notFound();
  if (call.body.length > longestFile) return tooLarge();
  const problem = nameProblem(name);
  if (problem) return problem;
  if (call.body.length === 0) return apiException('PostDataInvalidException', 'The file is empty.');
  const files = filesOf(call, documentId);
  const before = files.find(isNamed(name));
  if (place.family === 'invoices' && call.books.tenant.notAllowed?.includes('AttachFilesIntoInvoice')) {
    return refused('You are not permitted to perform the action AttachFilesIntoInvoice.');
  }
  if (!before && files.length >= mostFiles) return refused(`A document can have at most ${mostFiles} attachments.`);
  if (before) call.books.attachments.remove(before.id);
  const type = 'type' in document ? document.type : undefined;
  const file = call.books.attachments.put({
    id: call.newId(),
    updated: call.now,
    documentId,
    name,
    mimeType: call.headers['content-type'] ?? 'application/octet-stream',
    content: Buffer.from(call.body).toString('base64'),
    length: call.body.length,
    // Provider: sales and their credits alone have a page for the customer.
    isOnline:
      call.query.get('IncludeOnline')?.toLowerCase() === 'true' && (type === 'ACCREC' || type === 'ACCRECCREDIT'),
  });
  // Not established at the provider: the stamp of the document stays, and nothing is announced.
  shelf.put({ ...document, hasAttachments: true });
  return envelope(call, { collection: 'Attachments', elements: [wireFile(call, place, file)] });
}

const families: Readonly<Record<string, FiledFamily>> = {
  Invoices: 'invoices',
  CreditNotes: 'creditNotes',
  Quotes: 'quotes',
  PurchaseOrders: 'purchaseOrders',
  Contacts: 'contacts',
  Accounts: 'accounts',
  ManualJournals: 'manualJournals',
  BankTransfers: 'bankTransfers',
  RepeatingInvoices: 'repeatingInvoices',
  BankTransactions: 'bankTransactions',
};

/** Provider: nothing removes a file. */
export const attachmentRoutes: RouteTable = Object.fromEntries(
  Object.entries(families).flatMap(([path, family]) => {
    const place: Place = { path, family };
    const write = {
      area: 'attachments',
      handle: (call: Call, id: string, name: string) => writeFile(call, place, id, name),
    } as const;
    const below = `${path.toLowerCase()}/:id/attachments`;
    return [
      [`GET ${below}`, { area: 'attachments', handle: (call: Call, id: string) => listFiles(call, place, id) }],
      [
        `GET ${below}/:name`,
        { area: 'attachments', handle: (call: Call, id: string, name: string) => readFile(call, place, id, name) },
      ],
      [`PUT ${below}/:name`, write],
      [`POST ${below}/:name`, write],
    ] as const;
  }),
);
