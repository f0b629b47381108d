/** The online invoice: its permanent link, and the page behind it. */
import { createHash } from 'node:crypto';
import type { Books } from '../books/books.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import { escapeHtml, htmlPage } from '../http/html-page.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { amountDue } from '../rules/settle.ts';

const digestLength = 20;
const tokenPattern = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{20})$/;

const digestOf = (tenantId: string, invoiceId: string): string =>
  createHash('sha256').update(`online|${tenantId}|${invoiceId}`).digest('hex').slice(0, digestLength);

const compact = (id: string): string => id.replaceAll('-', '');
const expand = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const hasOnlineInvoice = (invoice: InvoiceRecord): boolean =>
  invoice.type === 'ACCREC' && invoice.status !== 'DRAFT' && invoice.status !== 'DELETED';

export const onlineInvoicePath = (books: TenantBooks, { id }: InvoiceRecord): string =>
  `/online/${compact(books.id)}${compact(id)}${digestOf(books.id, id)}`;

/** The customer's page; a link that is wrong in one character finds nothing. */
export function showOnlineInvoice(books: Books, token: string): Reply {
  const [, tenantHex = '', invoiceHex = '', digest] = tokenPattern.exec(token) ?? [];
  const [tenantId, invoiceId] = [expand(tenantHex), expand(invoiceHex)];
  const tenant = digest === digestOf(tenantId, invoiceId) ? books.tenantBooks(tenantId) : undefined;
  const invoice = tenant?.invoices.get(invoiceId);
  if (!tenant || !invoice || !hasOnlineInvoice(invoice)) return notFound();
  const money = (amount: number) => `${invoice.currencyCode} ${amount.toFixed(2)}`;
  const lines = invoice.lines.map((line) => `<li>${escapeHtml(line.description)} · ${money(line.lineAmount)}</li>`);
  const contact = tenant.contacts.get(invoice.contactId)?.name ?? '';
  const due = invoice.status === 'VOIDED' ? 0 : amountDue(invoice);
  return htmlPage(
    200,
    `Invoice ${escapeHtml(invoice.number)}`,
    `<span class="tag">Sandbox ledger</span><h1>Invoice ${escapeHtml(invoice.number)} of ${escapeHtml(tenant.tenant.name)}</h1>
<p>For ${escapeHtml(contact)}, dated ${invoice.date}, ${invoice.status.toLowerCase()}</p><ul>${lines.join('')}</ul>
<p>Total ${money(invoice.totals.total)} with ${money(invoice.totals.totalTax)} tax. Due now: <strong>${money(due)}</strong>.</p>`,
  );
}
