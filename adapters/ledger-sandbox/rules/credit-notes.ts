/** Credit notes: apps create them. A test credits an invoice with one, as a person at the provider would. */
import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import { momentString } from '../http/wire-dates.ts';
import type { BookContext } from './book-context.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import {
  currencyField,
  dayField,
  modeField,
  referenceField,
  requireOpenPeriod,
  statusField,
  textField,
  themeField,
  today,
} from './fields.ts';
import { faultsOfContent } from './invoices.ts';
import { mergeLines } from './merge-lines.ts';
import { settle } from './payments.ts';
import { minus, plus, totalsOf } from './tax.ts';

export const remainingCredit = ({ totals, allocations }: CreditNoteRecord): number =>
  allocations.reduce((left, { amount }) => minus(left, amount), totals.total);

/** It is unknown how exactly the provider changes a credit note, so the sandbox only creates them. */
export function writeCreditNote(context: BookContext, body: JsonObject): CreditNoteRecord {
  if (textAt(body, 'CreditNoteID')) refuse('The sandbox ledger cannot change a credit note.');
  const status = statusField(body, ['DRAFT', 'SUBMITTED', 'AUTHORISED'], 'DRAFT');
  const contact = chooseContact(context, body, { mayWrite: true });
  const draft = draftOf(context, body, status);
  const faults = status === 'DRAFT' ? [] : faultsOfContent(draft);
  if (faults.length > 0) refuse(...faults);
  requireOpenPeriod(context, draft.date);
  const settled = contact.settle();
  markTrade(context, settled, draft.type === 'ACCRECCREDIT' ? 'customer' : 'supplier');
  return keep(context, { ...draft, contactId: settled.id });
}

function draftOf(
  context: BookContext,
  body: JsonObject,
  status: CreditNoteRecord['status'],
): Omit<CreditNoteRecord, 'updated'> {
  const type = typeOf(body);
  const mode = modeField(body, 'Exclusive');
  const itemSide = type === 'ACCRECCREDIT' ? 'sale' : 'purchase';
  const plan = { mode, accountTax: true, unitPlaces: context.unitPlaces, itemSide } as const;
  const lines = mergeLines(context, undefined, body, plan);
  return {
    id: context.newId(),
    type,
    number: numberOf(context, body, type),
    status,
    contactId: '',
    date: dayField(body, 'Date', undefined) ?? today(context),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    allocations: [],
    reference: referenceField(context, body, '', type === 'ACCRECCREDIT'),
    brandingThemeId: themeField(context, body, undefined),
    ...currencyField(context, body, undefined),
  };
}

function typeOf(body: JsonObject): CreditNoteRecord['type'] {
  const type = textAt(body, 'Type')?.toUpperCase();
  if (type === 'ACCRECCREDIT' || type === 'ACCPAYCREDIT') return type;
  return refuse('The Type field must be ACCRECCREDIT or ACCPAYCREDIT.');
}

/** Provider: only the numbers of credits to customers are unique. */
function numberOf(context: BookContext, body: JsonObject, type: CreditNoteRecord['type']): string {
  const sent = textField(body, 'CreditNoteNumber', '', 255);
  if (type === 'ACCPAYCREDIT') return sent;
  if (sent === '') return nextNumber(context);
  const holders = context.books.creditNotes.find('number', sent.toLowerCase());
  if (holders.some((note) => note.type === type)) refuse('Credit note # must be unique.');
  return sent;
}

function nextNumber({ books }: BookContext): string {
  return books.nextNumber('creditNote', (number) => books.creditNotes.find('number', number.toLowerCase()).length > 0);
}

function keep(context: BookContext, note: Omit<CreditNoteRecord, 'updated'>): CreditNoteRecord {
  const kept = context.books.creditNotes.put({ ...note, updated: context.books.stamp() });
  const data = { Type: kept.type, Status: kept.status, UpdatedDateUTCString: momentString(kept.updated) };
  context.announce('CREDITNOTE', 'CREATE', kept.id, data);
  return kept;
}

/** Credits the amount to the invoice's contact, without tax. Allocation to the invoice lowers its amount due. */
export function creditInvoice(
  context: BookContext,
  invoice: InvoiceRecord,
  { amount, isAllocated }: { amount: number; isAllocated: boolean },
): CreditNoteRecord {
  const date = today(context);
  const note = putCreditNote(context, invoice, amount, isAllocated ? [{ invoiceId: invoice.id, amount, date }] : []);
  if (isAllocated) settle(context, { ...invoice, amountCredited: plus(invoice.amountCredited, amount) }, invoice.date);
  return note;
}

function putCreditNote(
  context: BookContext,
  invoice: InvoiceRecord,
  amount: number,
  allocations: readonly Allocation[],
): CreditNoteRecord {
  const { accountCode, accountId } = invoice.lines[0] ?? {};
  const price = { quantity: 1, unitAmount: amount, gross: amount, lineAmount: amount, taxAmount: 0 };
  const line = { ...price, description: `Credit for ${invoice.number}`, accountCode, accountId, taxType: 'NONE' };
  return keep(context, {
    id: context.newId(),
    type: invoice.type === 'ACCREC' ? 'ACCRECCREDIT' : 'ACCPAYCREDIT',
    number: nextNumber(context),
    status: allocations.length > 0 ? 'PAID' : 'AUTHORISED',
    contactId: invoice.contactId,
    date: today(context),
    lineAmountTypes: 'NoTax',
    lines: [{ ...line, id: context.newId(), taxOverridden: false, tracking: [] }],
    totals: totalsOf([price], 'NoTax'),
    allocations,
    reference: invoice.reference,
    brandingThemeId: invoice.brandingThemeId,
    currencyCode: invoice.currencyCode,
    currencyRate: invoice.currencyRate,
  });
}
