import type { List } from '../api/use-list.ts';
import { grouped, plural } from '../words/quantity.ts';

/** How many rows there are, and the link to the next page. The browser's back leads to the previous one. */
export function Pager<T>({ list }: { readonly list: List<T> }) {
  const { meta, rows, firstPage, nextPage } = list;
  const total = meta?.total ?? null;
  if (list.data === undefined || (rows.length === 0 && firstPage === undefined)) return null;
  return (
    <nav class="pager" aria-label="More of this list">
      <span class="quiet">{total === null || rows.length === 0 ? '' : counted(total, meta?.total_is_estimate)}</span>
      <span class="pager-links">
        {firstPage !== undefined && (
          <a class="button small" href={firstPage}>
            First page
          </a>
        )}
        {firstPage !== undefined && (
          <button type="button" class="button small" onClick={() => history.back()}>
            Back
          </button>
        )}
        {nextPage !== undefined && (
          <a class="button small" href={nextPage}>
            Next page
          </a>
        )}
      </span>
    </nav>
  );
}

function counted(total: number, isEstimate = false): string {
  return isEstimate ? `${grouped(total)}+ entries` : plural(total, 'entry', 'entries');
}
