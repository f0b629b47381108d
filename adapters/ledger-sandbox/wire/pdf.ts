/** A printed document. It is not compressed, so that a test can find its number and modification stamp in the bytes. */
import type { LineRecord } from '../books/line-record.ts';
import type { Reply } from '../http/message.ts';
import type { Totals } from '../rules/tax.ts';

export interface PrintedDocument {
  readonly title: string;
  readonly number: string;
  readonly status: string;
  readonly organisation: string;
  readonly contact: string;
  readonly date: string;
  readonly theme: string;
  readonly currency: string;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly updated: number;
}

const maxLines = 500;

/** The marker in the document's information dictionary: `UpdatedDateUTC=<milliseconds> Number=INV-0001 Status=PAID`. */
const pdfMarker = (document: Pick<PrintedDocument, 'updated' | 'number' | 'status'>): string =>
  `UpdatedDateUTC=${document.updated} Number=${document.number} Status=${document.status}`;

function draw(page: PDFKit.PDFDocument, printed: PrintedDocument): void {
  const money = (amount: number) => `${printed.currency} ${amount.toFixed(2)}`;
  page.fontSize(20).text(`${printed.title} ${printed.number}`);
  page.fontSize(10).fillColor('#555555').text(`${printed.organisation} · ${printed.theme} · ${printed.status}`);
  page.moveDown().fillColor('#000000').text(`For ${printed.contact}`).text(`Date ${printed.date}`).moveDown();
  for (const line of printed.lines.slice(0, maxLines)) {
    page.text(`${line.quantity ?? ''} x ${line.description}`, { continued: true });
    page.text(money(line.lineAmount), { align: 'right' });
  }
  page.moveDown();
  page.text(`Subtotal ${money(printed.totals.subTotal)}`, { align: 'right' });
  page.text(`Tax ${money(printed.totals.totalTax)}`, { align: 'right' });
  page.fontSize(13).text(`Total ${money(printed.totals.total)}`, { align: 'right' });
}

/** Loaded when first used, so that whoever prints nothing need not have it. */
async function loadPrinter() {
  const loaded = import('pdfkit').catch((cause: unknown) => {
    throw new Error('the sandbox prints by pdfkit, which is not installed: npm install pdfkit', { cause });
  });
  return (await loaded).default;
}

export async function printPdf(printed: PrintedDocument): Promise<Reply> {
  const info = {
    Title: `${printed.title} ${printed.number}`,
    Keywords: pdfMarker(printed),
    CreationDate: new Date(printed.updated),
  };
  const PDFDocument = await loadPrinter();
  const page = new PDFDocument({ compress: false, size: 'A4', info });
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  page.on('end', resolve);
  page.on('error', reject);
  draw(page, printed);
  page.end();
  await promise;
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: Buffer.concat(chunks) };
}
