import type { LedgerRecord } from '../domain/ledger-record.ts';
import type { LedgerListQuery, LedgerPage } from '../ports/ledger-gateway.ts';

const pageSize = 1000;
export const pagesMax = 10;

interface Place {
  readonly since: Date;
  readonly page: number;
}

/**
 * Hands over what has changed at the provider since a moment, page by page; a record may come twice. `visit` says
 * whether to go on. True when the end was seen; false when `visit` stopped or after ten pages.
 */
export async function changedRecords(
  pageOf: (query: LedgerListQuery) => Promise<LedgerPage>,
  since: Date,
  visit: (records: readonly LedgerRecord[]) => Promise<boolean>,
): Promise<boolean> {
  let place: Place = { since, page: 1 };
  for (let calls = 0; calls < pagesMax; calls++) {
    const page = await pageOf({ page: place.page, pageSize, modifiedSince: place.since });
    if (!(await visit(page.records))) return false;
    if (!page.hasMore) return true;
    place = placeAfter(place, page);
  }
  return false;
}

/**
 * A record that changes while we read moves to the end and everything behind it one place forward, so a page number
 * would skip one. Instead the next call begins at the last stamp, and counts pages only within one second.
 */
function placeAfter({ since, page }: Place, { records }: LedgerPage): Place {
  const last = records.at(-1)?.providerUpdatedAt;
  const second = last ? new Date(Math.floor(last.getTime() / 1000) * 1000) : since;
  return second > since ? { since: second, page: 1 } : { since, page: page + 1 };
}
