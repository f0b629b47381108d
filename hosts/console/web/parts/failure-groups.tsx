import { useLoad } from '../api/use-load.ts';
import type { Items } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { grouped } from '../words/quantity.ts';
import { withQuery } from '../words/query-state.ts';
import { type Column, Table } from './data-table.tsx';
import { Time } from './time.tsx';

interface Failures {
  readonly code: string | null;
  readonly reason: string | null;
  readonly count: number;
  readonly latest_at: string;
}

interface FailureGroupsProps<Group> {
  readonly path: string;
  /** The parameters of the list beside it. */
  readonly asked: Readonly<Record<string, string | undefined>>;
  /** Returns the address of the list with only this group. */
  readonly narrowed: (group: Group) => string;
  readonly what: Column<Group>;
  /** What is counted. */
  readonly things: string;
  readonly act?: Column<Group>;
}

const shownMost = 8;

/** Groups failures by reason, the most frequent first; empty without failures or under a filter by code. */
export function FailureGroups<Group extends Failures>(props: FailureGroupsProps<Group>) {
  const { path, asked, narrowed, what, things, act } = props;
  const { api } = usePlace();
  const { data, meta } = useLoad<Items<Group>>(withQuery(api(path), asked));
  const groups = data?.items ?? [];
  if (groups.length === 0 || asked['code']) return null;
  const left = groups.length - shownMost;
  const wordsOf = ({ code, reason }: Group) => [code, reason].filter(Boolean).join(' · ') || 'Unknown';
  const columns: readonly Column<Group>[] = [
    { label: 'Reason', cell: (group) => <a href={narrowed(group)}>{wordsOf(group)}</a> },
    what,
    { label: things, kind: 'number', cell: ({ count }) => grouped(count) },
    { label: 'Latest', kind: 'end', cell: ({ latest_at: at }) => <Time at={at} /> },
    ...(act ? [act] : []),
  ];
  return (
    <details class="card" open={matchMedia('(min-width: 521px)').matches}>
      <summary class="card-head">
        <h2>Failures by reason</h2>
      </summary>
      <Table
        caption="Failures by reason, the most frequent first"
        columns={columns}
        rows={groups.slice(0, shownMost)}
        rowKey={narrowed}
      />
      {left > 0 && <p class="pad quiet">{left} rarer groups are not shown.</p>}
      {meta?.total_is_estimate && <p class="pad quiet">Among the newest 10,000 failures.</p>}
    </details>
  );
}
