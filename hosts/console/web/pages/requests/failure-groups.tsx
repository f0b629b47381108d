import { useLoad } from '../../api/use-load.ts';
import type { Items, RequestFailures } from '../../api/wire.ts';
import { type Column, Table } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';

type Query = Readonly<Record<string, string | undefined>>;

interface FailureGroupsProps {
  /** The parameters of the list beside it. */
  readonly asked: Query;
  /** Returns the address of the list with these filters. */
  readonly narrowed: (filters: Query) => string;
}

const shownMost = 8;

/** Groups the failed requests by reason, the most frequent first; empty without failures or under a filter by code. */
export function FailureGroups({ asked, narrowed }: FailureGroupsProps) {
  const { api } = usePlace();
  const { data, meta } = useLoad<Items<RequestFailures>>(withQuery(api('request-failures'), asked));
  const groups = data?.items ?? [];
  if (groups.length === 0 || asked['code']) return null;
  const left = groups.length - shownMost;
  return (
    <details class="card" open={matchMedia('(min-width: 521px)').matches}>
      <summary class="card-head">
        <h2>Failures by reason</h2>
      </summary>
      <Table
        caption="Failures by reason, the most frequent first"
        columns={columnsWith(narrowed)}
        rows={groups.slice(0, shownMost)}
        rowKey={keyOf}
      />
      {left > 0 && <p class="pad quiet">{left} rarer groups are not shown.</p>}
      {meta?.total_is_estimate && <p class="pad quiet">Among the newest 10,000 failures.</p>}
    </details>
  );
}

const keyOf = ({ method, route, code, reason }: RequestFailures) => [method, route, code, reason].join(' ');

function columnsWith(narrowed: FailureGroupsProps['narrowed']): readonly Column<RequestFailures>[] {
  return [
    {
      label: 'Reason',
      cell: ({ code, reason, route }) => (
        <a href={narrowed({ status: 'failed', code: code ?? undefined, reason: reason ?? undefined, route })}>
          {[code, reason].filter(Boolean).join(' · ') || 'Unknown'}
        </a>
      ),
    },
    {
      label: 'Route',
      cell: ({ method, route }) => (
        <span class="breaks">
          <strong>{method}</strong> {route}
        </span>
      ),
    },
    { label: 'Requests', kind: 'number', cell: ({ count }) => grouped(count) },
    { label: 'Latest', kind: 'end', cell: ({ latest_at: at }) => <Time at={at} /> },
  ];
}
