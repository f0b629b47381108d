/** What holds credit for a contact: credit notes, prepayments and overpayments. */
import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { DepositRecord } from '../books/deposit-record.ts';
import { momentString } from '../http/wire-dates.ts';
import type { AnnouncedChange, BookContext } from './book-context.ts';
import { minus } from './tax.ts';

export type CreditRecord = CreditNoteRecord | DepositRecord;
export type CreditFamily = 'creditNotes' | 'prepayments' | 'overpayments';

type Spent = Pick<CreditRecord, 'totals' | 'allocations' | 'refunded'>;

export const remainingCredit = ({ totals, allocations, refunded = 0 }: Spent): number =>
  allocations.reduce((left, { amount }) => minus(left, amount), minus(totals.total, refunded));

/** True for credit of a customer. */
export const isOfCustomer = ({ type }: Pick<CreditRecord, 'type'>): boolean => /^(ACCREC|RECEIVE)/.test(type);

export function creditFamilyOf({ type }: Pick<CreditRecord, 'type'>): CreditFamily {
  if (type.endsWith('CREDIT')) return 'creditNotes';
  return type.endsWith('PREPAYMENT') ? 'prepayments' : 'overpayments';
}

const categories = { creditNotes: 'CREDITNOTE', prepayments: 'PREPAYMENT', overpayments: 'OVERPAYMENT' } as const;

export function keepCredit<R extends CreditRecord>(
  context: BookContext,
  credit: Omit<R, 'updated'> & Pick<CreditRecord, 'type'>,
  change: AnnouncedChange,
): R {
  const family = creditFamilyOf(credit);
  const shelf = context.books[family] as { put(record: CreditRecord): CreditRecord };
  const kept = shelf.put({ ...credit, updated: context.books.stamp() } as unknown as CreditRecord);
  const data = { Type: kept.type, Status: kept.status, UpdatedDateUTCString: momentString(kept.updated) };
  context.announce(categories[family], change, kept.id, data);
  return kept as R;
}

/** Stores the credit: PAID when nothing of it remains, AUTHORISED when something does again. */
export function spendCredit(context: BookContext, credit: CreditRecord): CreditRecord {
  const status = remainingCredit(credit) === 0 ? 'PAID' : 'AUTHORISED';
  return keepCredit<CreditRecord>(context, { ...credit, status } as CreditRecord, 'UPDATE');
}
