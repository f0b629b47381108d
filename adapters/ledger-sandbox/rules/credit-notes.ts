/** Credit notes: creation and merge. A test credits an invoice with one, as a person at the provider would. */
import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { keepCredit } from './credits.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
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
import { settle } from './settle.ts';
import { plus, totalsOf } from './tax.ts';

/** Finds the credit note of a write by id and, for a credit to a customer on POST, also by its number. */
export function matchCreditNote(
  context: BookContext,
  body: JsonObject,
  write: DocumentWrite,
): CreditNoteRecord | undefined {
  if (write.how === 'create') return undefined;
  const { creditNotes } = context.books;
  const id = write.how === 'update' ? write.id : textAt(body, 'CreditNoteID');
  if (id) {
    const known = creditNotes.get(id.toLowerCase());
    if (!known) throw new WireProblem(notFound());
    return known;
  }
  const number = textAt(body, 'CreditNoteNumber');
  return number && textAt(body, 'Type') !== 'ACCPAYCREDIT' ? numberHolder(context, number) : undefined;
}

const holdsNumber = ({ type, status }: CreditNoteRecord): boolean => type === 'ACCRECCREDIT' && status !== 'DELETED';

function numberHolder({ books }: BookContext, number: string): CreditNoteRecord | undefined {
  return books.creditNotes.find('number', number.toLowerCase()).find(holdsNumber);
}

const statuses = ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED'] as const;

/** Creates by the rules of documents, or merges what is sent into the credit note, as into an invoice. */
export function writeCreditNote(context: BookContext, body: JsonObject, write: DocumentWrite): CreditNoteRecord {
  const before = matchCreditNote(context, body, write);
  const status = statusField(body, statuses, before?.status ?? 'DRAFT');
  requireMove(before, status);
  const contact = chooseContact(context, body, { mayWrite: true, before: before?.contactId });
  const draft = mergeCreditNote(context, before, body, status);
  const isEnded = status === 'DELETED' || status === 'VOIDED';
  const faults = status === 'DRAFT' || isEnded ? [] : faultsOfContent(draft);
  if (faults.length > 0) refuse(...faults);
  requireOpenPeriod(context, draft.date);
  const settled = contact.settle();
  markTrade(context, settled, draft.type === 'ACCRECCREDIT' ? 'customer' : 'supplier');
  return keepCredit<CreditNoteRecord>(context, { ...draft, contactId: settled.id }, before ? 'UPDATE' : 'CREATE');
}

const moves: Readonly<Record<CreditNoteRecord['status'] | 'NEW', readonly CreditNoteRecord['status'][]>> = {
  NEW: ['DRAFT', 'SUBMITTED', 'AUTHORISED'],
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'DELETED'],
  SUBMITTED: ['SUBMITTED', 'DRAFT', 'AUTHORISED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'VOIDED'],
  PAID: [],
  VOIDED: [],
  DELETED: [],
};

/** Provider: what is allocated or refunded, even in part, can neither be edited nor voided. */
function requireMove(before: CreditNoteRecord | undefined, to: CreditNoteRecord['status']): void {
  if (before && (before.allocations.length > 0 || (before.refunded ?? 0) > 0)) {
    refuse('This document cannot be edited as it has a payment or credit note allocated to it.');
  }
  if (moves[before?.status ?? 'NEW'].includes(to)) return;
  if (!before) refuse(`The status '${to}' is not valid.`);
  refuse('Credit note not of valid status for modification');
}

function mergeCreditNote(
  context: BookContext,
  before: CreditNoteRecord | undefined,
  body: JsonObject,
  status: CreditNoteRecord['status'],
): Omit<CreditNoteRecord, 'updated'> {
  const type = before?.type ?? typeOf(body);
  const mode = modeField(body, before?.lineAmountTypes ?? 'Exclusive');
  const itemSide = type === 'ACCRECCREDIT' ? 'sale' : 'purchase';
  const plan = { mode, accountTax: true, unitPlaces: context.unitPlaces, itemSide } as const;
  const lines = mergeLines(context, before, body, plan);
  return {
    ...before,
    id: before?.id ?? context.newId(),
    type,
    number: numberOf(context, before, body, type),
    status,
    contactId: before?.contactId ?? '',
    date: dayField(body, 'Date', before?.date) ?? today(context),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    allocations: before?.allocations ?? [],
    reference: referenceField(context, body, before?.reference ?? '', type === 'ACCRECCREDIT'),
    brandingThemeId: themeField(context, body, before?.brandingThemeId),
    ...currencyField(context, body, before),
  };
}

function typeOf(body: JsonObject): CreditNoteRecord['type'] {
  const type = textAt(body, 'Type')?.toUpperCase();
  if (type === 'ACCRECCREDIT' || type === 'ACCPAYCREDIT') return type;
  return refuse('The Type field must be ACCRECCREDIT or ACCPAYCREDIT.');
}

/** Provider: only the numbers of credits to customers are unique. */
function numberOf(
  context: BookContext,
  before: CreditNoteRecord | undefined,
  body: JsonObject,
  type: CreditNoteRecord['type'],
): string {
  const sent = textField(body, 'CreditNoteNumber', before?.number ?? '', 255);
  if (type === 'ACCPAYCREDIT') return sent;
  if (sent === '') return nextNumber(context);
  const holder = numberHolder(context, sent);
  if (holder && holder.id !== before?.id) refuse('Credit note # must be unique.');
  return sent;
}

function nextNumber({ books }: BookContext): string {
  return books.nextNumber('creditNote', (number) => books.creditNotes.find('number', number.toLowerCase()).length > 0);
}

/** Credits the amount to the invoice's contact, without tax. Allocation to the invoice lowers its amount due. */
export function creditInvoice(
  context: BookContext,
  invoice: InvoiceRecord,
  { amount, isAllocated }: { amount: number; isAllocated: boolean },
): CreditNoteRecord {
  const date = today(context);
  const note = putCreditNote(
    context,
    invoice,
    amount,
    isAllocated ? [{ id: context.newId(), invoiceId: invoice.id, amount, date }] : [],
  );
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
  const note: Omit<CreditNoteRecord, 'updated'> = {
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
  };
  return keepCredit<CreditNoteRecord>(context, note, 'CREATE');
}
