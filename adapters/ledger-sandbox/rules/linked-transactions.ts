/** Linked transactions: lines of bills that customers are to pay, and the lines of sales on which they do. */
import type { LinkedTransactionRecord } from '../books/linked-transaction-record.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';

export function writeLinked(
  { books, newId }: BookContext,
  body: JsonObject,
  before?: LinkedTransactionRecord,
): LinkedTransactionRecord {
  const idAt = (key: string, known = '') => (textAt(body, key) ?? known).toLowerCase();
  const after: LinkedTransactionRecord = {
    id: before?.id ?? newId(),
    sourceId: before?.sourceId ?? idAt('SourceTransactionID'),
    sourceLineId: before?.sourceLineId ?? idAt('SourceLineItemID'),
    contactId: idAt('ContactID', before?.contactId),
    targetId: idAt('TargetTransactionID', before?.targetId),
    targetLineId: idAt('TargetLineItemID', before?.targetLineId),
    updated: books.stamp(),
  };
  const bill = books.invoices.get(after.sourceId);
  if (bill?.type !== 'ACCPAY') refuse('The source transaction must be a bill.');
  if (!bill?.lines.some(({ id }) => id === after.sourceLineId)) refuse('The source line item could not be found.');
  if (after.contactId !== '' && !books.contacts.get(after.contactId)) refuse('The contact could not be found.');
  if (after.targetId !== '' && books.invoices.get(after.targetId)?.type !== 'ACCREC')
    refuse('The target transaction must be a sales invoice.');
  return books.linkedTransactions.put(after);
}

/** Provider: the status follows from the documents. */
export function linkedStatus({ books }: Pick<BookContext, 'books'>, linked: LinkedTransactionRecord): string {
  const target = books.invoices.get(linked.targetId);
  if (target) return target.status === 'AUTHORISED' || target.status === 'PAID' ? 'BILLED' : 'ONDRAFT';
  const source = books.invoices.get(linked.sourceId);
  return source?.status === 'AUTHORISED' || source?.status === 'PAID' ? 'APPROVED' : 'DRAFT';
}
