import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { DepositRecord } from '../books/deposit-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString } from '../http/wire-dates.ts';
import { round } from '../rules/tax.ts';
import { sumOf } from './balances.ts';
import { depositsOf } from './postings.ts';
import { amount, cell, header, row, section, summary } from './report-rows.ts';

export interface AgedOf {
  readonly contactId: string;
  readonly side: 'ACCREC' | 'ACCPAY';
  readonly date: string;
  readonly from?: string | undefined;
}

interface Open {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly dueDate: string | undefined;
  /** Total, paid, credited and due. */
  readonly amounts: readonly number[];
}

/** One contact's documents that were open on the day. Provider: without buckets, and a credit under the attribute of invoices. */
export function aged(books: TenantBooks, { contactId, side, date, from = '' }: AgedOf): readonly JsonObject[] {
  const isOfContact = (one: InvoiceRecord | CreditNoteRecord | DepositRecord) =>
    one.contactId === contactId && ['AUTHORISED', 'PAID'].includes(one.status) && one.date <= date;
  const invoices = books.invoices.list().filter((one) => one.type === side && isOfContact(one));
  const credits = books.creditNotes.list().filter((one) => one.type === `${side}CREDIT` && isOfContact(one));
  const received = side === 'ACCREC' ? 'RECEIVE' : 'SPEND';
  const deposits = depositsOf(books).filter((one) => one.type.startsWith(received) && isOfContact(one));
  const all = [
    ...invoices.map((one) => openInvoice(books, one, date)),
    ...[...credits, ...deposits].map((one) => openCredit(books, one, date)),
  ]
    .filter(({ amounts }) => amounts[3] !== 0)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.number < b.number ? -1 : 1));
  const opening = all.filter((one) => one.date < from);
  const listed = all.filter((one) => one.date >= from);
  const begun = amount(sumOf(opening.map(({ amounts }) => amounts[3] ?? 0)));
  const first = from || (all[0]?.date ?? date);
  const totals = sums(listed);
  const closing = [...sums(all).slice(0, 3), sumOf(all.map(({ amounts }) => amounts[3] ?? 0))];
  return [
    header('Date', 'Number', 'Due Date', '', 'Total', 'Paid', 'Credited', 'Due'),
    section('', [row([dayString(first), 'Opening Balance', '', '', '', '', '', begun].map((one) => cell(one)))]),
    ...(listed.length > 0
      ? [
          section('', [
            ...listed.map((one) => openRow(one, date)),
            summary('Total', ['', '', '', ...totals.map(amount)]),
          ]),
        ]
      : []),
    section('', [summary('Closing Balance', ['', '', '', ...closing.map(amount)])]),
  ];
}

const sums = (some: readonly Open[]): readonly number[] =>
  [0, 1, 2, 3].map((place) => sumOf(some.map(({ amounts }) => amounts[place] ?? 0)));

function openRow({ id, number, date, dueDate, amounts }: Open, today: string): JsonObject {
  const late = dueDate === undefined ? 0 : Math.round((Date.parse(today) - Date.parse(dueDate)) / 86_400_000);
  const overdue = late > 0 ? `${late} day${late === 1 ? '' : 's'} overdue` : '';
  const due = dueDate === undefined ? '' : dayString(dueDate);
  const values = [dayString(date), number, due, overdue, ...amounts.map(amount)];
  return row(values.map((value) => cell(value, [{ Id: 'invoiceID', Value: id }])));
}

function openInvoice(books: TenantBooks, invoice: InvoiceRecord, day: string): Open {
  const { id, number, date, dueDate, totals, currencyRate } = invoice;
  const paid = books.payments.find('invoice', id).filter((one) => one.status === 'AUTHORISED' && one.date <= day);
  const credited = [...books.creditNotes.list(), ...depositsOf(books)].flatMap(({ allocations }) =>
    allocations.filter((one) => one.invoiceId === id && one.date <= day),
  );
  const amounts = [totals.total, sumOf(paid.map((one) => one.amount)), sumOf(credited.map((one) => one.amount))];
  return { id, number, date, dueDate, amounts: withDue(amounts, currencyRate) };
}

function openCredit(books: TenantBooks, note: CreditNoteRecord | DepositRecord, day: string): Open {
  const { id, number, date, totals, allocations, currencyRate } = note;
  const paid = books.payments.find('credit', id).filter((one) => one.status === 'AUTHORISED' && one.date <= day);
  const spent = allocations.filter((one) => one.date <= day);
  const amounts = [totals.total, sumOf(paid.map((one) => one.amount)), sumOf(spent.map((one) => one.amount))];
  return {
    id,
    number,
    date,
    dueDate: undefined,
    amounts: withDue(
      amounts.map((one) => -one),
      currencyRate,
    ),
  };
}

function withDue(amounts: readonly number[], rate: number): readonly number[] {
  const [total = 0, paid = 0, credited = 0] = amounts.map((one) => round(one / (rate > 0 ? rate : 1), 2) || 0);
  return [total, paid, credited, sumOf([total, -paid, -credited])];
}
