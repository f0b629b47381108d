import type { QuoteStatus } from '../books/quote-record.ts';
import { refuse } from '../http/problems.ts';

export const quoteStatuses: readonly QuoteStatus[] = ['DRAFT', 'SENT', 'DECLINED', 'ACCEPTED', 'INVOICED', 'DELETED'];

const moves: Record<QuoteStatus | 'NEW', readonly QuoteStatus[]> = {
  NEW: ['DRAFT', 'SENT'],
  DRAFT: ['DRAFT', 'SENT', 'DELETED'],
  SENT: ['SENT', 'ACCEPTED', 'DECLINED', 'DELETED'],
  ACCEPTED: ['ACCEPTED', 'INVOICED', 'SENT', 'DELETED'],
  DECLINED: ['DECLINED', 'SENT', 'DELETED'],
  INVOICED: ['INVOICED', 'SENT', 'DELETED'],
  DELETED: [],
};

/** Provider: refusals of quotes have a generic message. */
export function requireQuoteMove(from: QuoteStatus | undefined, to: QuoteStatus): void {
  if (!moves[from ?? 'NEW'].includes(to)) refuse(`The quote status cannot be changed from ${from ?? 'new'} to ${to}.`);
}
