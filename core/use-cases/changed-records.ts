import type { LedgerRecord } from '../domain/ledger-record.ts';
import { type ListWindow, placeAfter, placeAt, queryAt } from '../domain/list-place.ts';
import type { LedgerListQuery, LedgerPage } from '../ports/ledger-gateway.ts';

export const pagesMax = 10;

/**
 * Hands over what has changed at the provider since a moment, page by page; a record may come twice. `visit` says
 * whether to go on. True when the end was seen and all could be read; false when `visit` stopped or after ten pages.
 */
export async function changedRecords(
  pageOf: (query: LedgerListQuery) => Promise<LedgerPage>,
  window: ListWindow,
  since: Date,
  visit: (records: readonly LedgerRecord[]) => Promise<boolean>,
): Promise<boolean> {
  let place = placeAt(since);
  for (let calls = 0; calls < pagesMax; calls++) {
    const page = await pageOf(queryAt(place, window));
    if (page.unreadable.length > 0 || !(await visit(page.records))) return false;
    const next = placeAfter(place, page, window);
    if (!next) return true;
    place = next;
  }
  return false;
}
