import type { List } from '../api/use-list.ts';
import { grouped, plural } from '../words/quantity.ts';
import { Button } from './button.tsx';

/** The id of a page's list. */
export const rowsId = 'rows';

/** Shows another page of the list from its top. The browser's back leads to where one was, so it is left first. */
function toTheTop(): void {
  requestAnimationFrame(() => {
    const rows = document.getElementById(rowsId);
    rows?.focus({ preventScroll: true });
    rows?.scrollIntoView({ block: 'start' });
  });
}

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
          <a class="button small" href={firstPage} onClick={toTheTop}>
            First page
          </a>
        )}
        {firstPage !== undefined && <Button look="small" words="Back" onClick={() => history.back()} />}
        {nextPage !== undefined && (
          <a class="button small" href={nextPage} onClick={toTheTop}>
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
