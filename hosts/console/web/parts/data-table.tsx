import type { ComponentChildren } from 'preact';
import type { List } from '../api/use-list.ts';
import { Button } from './button.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { FailureNote } from './notes.tsx';
import { Pager, rowsId } from './pager.tsx';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly kind?: 'number' | 'end';
  /** Hidden on a narrow page, so that the other columns fit. */
  readonly wide?: true;
  /** The API's name of the sort by this column; its head then sorts. */
  readonly sort?: string | undefined;
}

/** The sort of a list, such as `-total`, and its change. */
interface Sorting {
  readonly value: string | undefined;
  readonly onChange: (sort: string | undefined) => void;
}

/** A narrow page lays rows out as cards; that layout removes the table's roles, so they are written here. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

interface TableProps<T> {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly isStale?: boolean;
  readonly sorting?: Sorting | undefined;
  /** How many empty rows to show while the first rows load. */
  readonly pendingRows?: number;
}

/** The first column's link covers its whole row. */
export function Table<T>(props: TableProps<T>) {
  const { caption, columns, rows, rowKey, isStale = false, sorting, pendingRows = 0 } = props;
  return (
    <div class="table-box">
      <table class={isStale ? 'table stale' : 'table'} {...as.table} aria-busy={isStale}>
        <caption class="hidden">{caption}</caption>
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {columns.map((column) => (
              <Head key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...as.row}>
              {columns.map(({ label, cell, kind, wide }) => (
                <td key={label} {...as.cell} class={classOf(kind, wide)} data-label={label}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {Array.from({ length: pendingRows }, (_, i) => (
            <tr key={`pending ${i}`} {...as.row} class="pending">
              {columns.map(({ label, kind, wide }) => (
                <td key={label} {...as.cell} class={classOf(kind, wide)}>
                  <span class="bone" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const arrows = { none: '↕', descending: '↓', ascending: '↑' } as const;

interface HeadProps {
  readonly column: Pick<Column<never>, 'label' | 'kind' | 'wide' | 'sort'>;
  readonly sorting: Sorting | undefined;
}

/** A head that sorts goes from the greatest first to the least first and back to the list's own order. */
function Head({ column: { label, kind, wide, sort }, sorting }: HeadProps) {
  const attributes = { ...as.columnheader, scope: 'col', class: classOf(kind, wide) } as const;
  if (sort === undefined || sorting === undefined) return <th {...attributes}>{label}</th>;
  const order = sorting.value === sort ? 'ascending' : sorting.value === `-${sort}` ? 'descending' : 'none';
  const next = { none: `-${sort}`, descending: sort, ascending: undefined }[order];
  return (
    <th {...attributes} aria-sort={order}>
      <button type="button" class="sort" onClick={() => sorting.onChange(next)}>
        {label}
        <span aria-hidden="true">{arrows[order]}</span>
      </button>
    </th>
  );
}

function classOf(kind: Column<unknown>['kind'], wide: true | undefined): string {
  return [kind ?? '', wide ? 'wide' : ''].join(' ').trim();
}

interface ListTableProps<T> {
  readonly caption: string;
  readonly list: List<T>;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly sorting?: Sorting;
  /** Shown instead of an empty table. */
  readonly empty: ComponentChildren;
}

/** A list of the API: its rows, or why there are none, and the link to its next page. */
export function ListTable<T>({ caption, list, columns, rowKey, sorting, empty }: ListTableProps<T>) {
  const isFirst = list.data === undefined && list.failure === undefined;
  const isEmpty = !isFirst && !list.isLoading && list.rows.length === 0;
  return (
    <section class="card list" id={rowsId} aria-label={caption} tabIndex={-1}>
      {list.exported && !isEmpty && (
        <div class="list-head quiet">{list.rows.length > 0 && <ExportButtons {...list.exported} />}</div>
      )}
      {list.failure && <FailureNote failure={list.failure} onRetry={list.reload} />}
      {isEmpty ? (
        list.failure === undefined && <EmptyList list={list} empty={empty} />
      ) : (
        <Table
          caption={caption}
          columns={columns}
          rows={list.rows}
          rowKey={rowKey}
          isStale={list.isLoading}
          sorting={sorting}
          pendingRows={isFirst ? 8 : 0}
        />
      )}
      <Pager list={list} />
    </section>
  );
}

function EmptyList<T>({ list, empty }: { readonly list: List<T>; readonly empty: ComponentChildren }) {
  if (!list.isFiltered) return <>{empty}</>;
  const cleared = Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined]));
  return (
    <div class="empty">
      <p class="empty-title">Nothing matches these filters</p>
      <Button words="Clear filters" onClick={() => list.filter(cleared)} />
    </div>
  );
}
