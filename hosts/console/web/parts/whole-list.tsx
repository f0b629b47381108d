import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { type Column, Table } from './data-table.tsx';
import { FailureNote } from './notes.tsx';

interface WholeListProps<T> {
  readonly caption: string;
  readonly loaded: Loaded<unknown>;
  /** Undefined while the rows load. */
  readonly rows: readonly T[] | undefined;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly empty: ComponentChildren;
}

/** A list that is short enough for one answer. */
export function WholeList<T>({ caption, loaded, rows, columns, rowKey, empty }: WholeListProps<T>) {
  const { failure, reload, isLoading } = loaded;
  const isPending = rows === undefined || isLoading;
  return (
    <>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {rows?.length === 0 && !isLoading && empty}
      {(isPending ? failure === undefined : rows.length > 0) && (
        <Table
          caption={caption}
          columns={columns}
          rows={isPending ? [] : rows}
          rowKey={rowKey}
          pendingRows={isPending ? 3 : 0}
        />
      )}
    </>
  );
}
