import { useLocation } from 'preact-iso';
import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { BulkItem, BulkItemStatus, Items, Operation } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { bulkItemStatuses } from '../../words/closed-sets.ts';
import { grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { isUnderWay, movesSoon, stateWords } from '../../words/state-words.ts';

interface BulkItemsProps {
  readonly operation: Operation;
}

/** Where a person asked for all items, which else begin with those that failed. */
const everyStatus = 'all';

/** The progress of a bulk write, and the result of each item; at first the items that failed, if there are any. */
export function BulkItems({ operation }: BulkItemsProps) {
  const { api, to } = usePlace();
  const { query } = useLocation();
  const path = api(`operations/${operation.operation_id}/items`);
  const failed = useCount(operation, path, 'failed');
  const first = (failed ?? 0) > 0 && !isUnderWay(operation.state) ? 'failed' : everyStatus;
  const shown = query['status'] ?? first;
  // The first page waits until it is known which items it has.
  const list = useList<BulkItem>(failed === undefined ? undefined : path, {
    filters: ['status'],
    asked: () => ({ status: shown === everyStatus ? undefined : shown }),
    isBusy: () => movesSoon(operation, new Date()),
  });
  const records = to(`connections/${operation.connection_id}/records/${String(operation.input?.['type'])}`);
  return (
    <section class="stack">
      <h2>Items</h2>
      <Progress operation={operation} path={path} shown={shown} />
      <ListTable
        caption="Items, in the order of the request"
        list={list}
        columns={columnsFor(records)}
        rowKey={(row) => row.item_key}
        empty={<Empty title="No items">They were deleted with their connection.</Empty>}
      />
    </section>
  );
}

interface ProgressProps extends BulkItemsProps {
  readonly path: string | undefined;
  readonly shown: string;
}

function Progress({ operation, path, shown }: ProgressProps) {
  const { path: page } = useLocation();
  const counts = Object.fromEntries(bulkItemStatuses.map((status) => [status, useCount(operation, path, status) ?? 0]));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chip = (status: string, words: string, count: number) => ({
    label: `${words} ${grouped(count)}`,
    href: withQuery(page, { status }),
    isHere: shown === status,
  });
  const ofStatus = bulkItemStatuses.map((status) => chip(status, stateWords(status).words, counts[status] ?? 0));
  return (
    <>
      {isUnderWay(operation.state) && (
        <meter aria-label="Items answered" min={0} max={Math.max(total, 1)} value={total - (counts['pending'] ?? 0)} />
      )}
      <Tabs look="chips" label="Items by status" tabs={[chip(everyStatus, 'All', total), ...ofStatus]} />
    </>
  );
}

/** The service counts the rows that a filter finds; undefined until it has, or has failed to. */
function useCount(operation: Operation, path: string | undefined, status: BulkItemStatus): number | undefined {
  const asked = path && withQuery(path, { status, limit: '1' });
  const { meta, failure } = useLoad<Items<BulkItem>>(asked, { isBusy: () => movesSoon(operation, new Date()) });
  return meta?.total ?? (meta || failure ? 0 : undefined);
}

function columnsFor(records: string): readonly Column<BulkItem>[] {
  return [
    {
      label: 'Item',
      cell: ({ item_key: key, id }) =>
        id === null ? (
          <strong class="breaks">{key}</strong>
        ) : (
          <a class="row-link" href={`${records}/${id}`}>
            <strong>{key}</strong>
          </a>
        ),
    },
    { label: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
    { label: 'Why', cell: ({ error }) => error && <Why error={error} /> },
  ];
}

/** Shows the provider's own message, if there is one. */
function Why({ error }: { readonly error: NonNullable<BulkItem['error']> }) {
  const { code, message, provider_error: refusal } = error;
  const words = refusal?.messages ?? [];
  return (
    <>
      {(words.length > 0 ? words : [message]).map((text) => (
        <div key={text}>{text}</div>
      ))}
      <span class="quiet">{code}</span>
    </>
  );
}
