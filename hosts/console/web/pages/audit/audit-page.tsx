import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { ApiKey, AuditEntry, Items, Member } from '../../api/wire.ts';
import { EnvironmentWord } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText, FilterTime } from '../../parts/filter-bar.tsx';
import { RequestId, shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { actorWords } from '../../words/actor-words.ts';
import { auditPath } from '../../words/audit-names.ts';
import { acts, actWords, changePairs, detailPairs } from '../../words/audit-words.ts';
import { timeFilters, withTimes } from '../../words/query-state.ts';

export function AuditPage() {
  const list = useList<AuditEntry>('audit', {
    filters: ['actor', 'action', 'subject', ...timeFilters],
    asked: (given) => withTimes(given, new Date()),
  });
  const members = useLoad<Items<Member>>('members');
  const keys = useLoad<Items<ApiKey>>('api-keys?limit=200');
  const names = new Map<string, string>([
    ...(members.data?.items ?? []).map(({ id, email }) => [id, email] as const),
    ...(keys.data?.items ?? []).map(({ id, name }) => [id, `API key “${name}”`] as const),
  ]);
  return (
    <>
      <PageHead title="Audit log" under="Every administrative act and replay, newest first. It can only be read." />
      <FilterBar>
        <FilterSelect label="Who" any="Anybody" {...list.one('actor')} options={[...names]} />
        <FilterSelect label="What" any="Any act" {...list.one('action')} options={Object.entries(acts)} />
        <FilterTime label="When" list={list} />
        <FilterText label="Id of what it was done to, or of the entry" {...list.one('subject')} />
      </FilterBar>
      <ListTable
        caption="Audit log, newest first"
        list={list}
        columns={columnsWith(names)}
        rowKey={(row) => row.id}
        empty={<Empty title="Nothing yet">Signing in, keys, members, endpoints and replays leave entries here.</Empty>}
      />
    </>
  );
}

function columnsWith(names: ReadonlyMap<string, string>): readonly Column<AuditEntry>[] {
  return [
    {
      label: 'What',
      cell: ({ action, details, changes }) => (
        <>
          <strong>{actWords(action, details)}</strong>
          <Details pairs={[...(action === 'console.write' ? [] : detailPairs(details)), ...changePairs(changes)]} />
        </>
      ),
    },
    { label: 'On', wide: true, cell: (entry) => <Subject entry={entry} names={names} /> },
    { label: 'Who', cell: ({ actor }) => <Actor name={actorWords(actor, names)} /> },
    {
      label: 'Where',
      wide: true,
      cell: ({ environment }) =>
        environment === null ? (
          <span class="quiet nowrap">Organization</span>
        ) : (
          <EnvironmentWord environment={environment} />
        ),
    },
    { label: 'Request', wide: true, cell: ({ request_id: id, environment }) => <RequestId id={id} of={environment} /> },
    { label: 'When', kind: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
}

function Actor({ name }: { readonly name: string }) {
  return (
    <span class="who" title={name}>
      {name}
    </span>
  );
}

function Details({ pairs }: { readonly pairs: ReturnType<typeof detailPairs> }) {
  if (pairs.length === 0) return null;
  return (
    <span class="row-under breaks">
      {pairs.map(([name, value]) => (
        <span key={name} class="detail">
          {name}: {value}
        </span>
      ))}
    </span>
  );
}

function Subject({ entry, names }: { readonly entry: AuditEntry; readonly names: ReadonlyMap<string, string> }) {
  const { subject, environment } = entry;
  const href = auditPath(subject, environment);
  const known = names.get(subject);
  const words = known ?? <code title={subject}>{shortened(subject)}</code>;
  return <span class="breaks">{href === undefined ? words : <a href={href}>{words}</a>}</span>;
}
