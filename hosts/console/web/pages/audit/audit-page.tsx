import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { ApiKey, AuditEntry, Connection, Items, Member, ProviderApp, WebhookEndpoint } from '../../api/wire.ts';
import { EnvironmentWord } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText, FilterTime } from '../../parts/filter-bar.tsx';
import { RequestId } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { actorWords } from '../../words/actor-words.ts';
import { auditPath, kindWords } from '../../words/audit-names.ts';
import { acts, actWords, changePairs, detailPairs, type Pair } from '../../words/audit-words.ts';
import { endpointName } from '../../words/endpoint-name.ts';
import type { Environment } from '../../words/object-path.ts';
import { timeFilters, withTimes } from '../../words/query-state.ts';

export function AuditPage() {
  const list = useList<AuditEntry>('audit', {
    filters: ['actor', 'action', 'subject', ...timeFilters],
    asked: (given) => withTimes(given, new Date()),
  });
  const members = useLoad<Items<Member>>('members');
  const keys = useLoad<Items<ApiKey>>('api-keys?limit=200');
  const names = new Map<string, string>([...useNames(list.rows, 'test'), ...useNames(list.rows, 'live')]);
  const people = new Map<string, string>([
    ...(members.data?.items ?? []).map(({ id, email }) => [id, email] as const),
    ...(keys.data?.items ?? []).map(({ id, name }) => [id, `API key “${name}”`] as const),
  ]);
  return (
    <>
      <PageHead title="Audit log" under="Every administrative act and replay, newest first. It can only be read." />
      <FilterBar>
        <FilterSelect label="Who" any="Anybody" {...list.one('actor')} options={[...people]} />
        <FilterSelect label="What" any="Any act" {...list.one('action')} options={Object.entries(acts)} />
        <FilterTime label="When" list={list} />
        <FilterText label="Id of what it was done to, or of the entry" {...list.one('subject')} />
      </FilterBar>
      <ListTable
        caption="Audit log, newest first"
        list={list}
        columns={columnsWith(people, new Map([...names, ...people]))}
        rowKey={(row) => row.id}
        empty={<Empty title="Nothing yet">Signing in, keys, members, endpoints and replays leave entries here.</Empty>}
      />
    </>
  );
}

/** Names the connections, endpoints and apps that entries of an environment are about. */
function useNames(rows: readonly AuditEntry[], environment: Environment): readonly (readonly [string, string])[] {
  const own = rows.filter((row) => row.environment === environment).map(({ subject }) => subject);
  const asked = [...new Set(own.filter((id) => id.startsWith('conn_')))].sort();
  const has = (prefix: string) => own.some((id) => id.startsWith(prefix));
  const connections = useLoad<Items<Connection>>(
    asked.length === 0 ? undefined : `${environment}/connections?limit=100&connection_ids=${asked}`,
    { once: true },
  );
  const endpoints = useLoad<Items<WebhookEndpoint>>(
    has('we_') ? `${environment}/webhook-endpoints?limit=100` : undefined,
    { once: true },
  );
  const apps = useLoad<Items<ProviderApp>>(has('app_') ? `provider-apps?environment=${environment}` : undefined, {
    once: true,
  });
  return [
    ...(apps.data?.items ?? []).map(({ provider_app_id: id, name }) => [id, name] as const),
    ...(connections.data?.items ?? []).map(
      (one) => [one.connection_id, one.provider_tenant_name ?? one.external_account_id] as const,
    ),
    ...(endpoints.data?.items ?? []).map((one) => [one.webhook_endpoint_id, endpointName(one.url)] as const),
  ];
}

type Names = ReadonlyMap<string, string>;

function columnsWith(people: Names, names: Names): readonly Column<AuditEntry>[] {
  return [
    {
      label: 'What',
      cell: ({ action, details, changes }) => (
        <>
          <strong>{actWords(action, details, changes)}</strong>
          <Details pairs={[...(action === 'console.write' ? [] : detailPairs(details)), ...changePairs(changes)]} />
        </>
      ),
    },
    { label: 'On', wide: true, cell: (entry) => <Subject entry={entry} names={names} /> },
    { label: 'Who', cell: ({ actor }) => <Actor name={actorWords(actor, people)} /> },
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

function Details({ pairs }: { readonly pairs: readonly Pair[] }) {
  if (pairs.length === 0) return null;
  return (
    <span class="row-under breaks">
      {pairs.map(({ name, value, whole }) => (
        <span key={name} class="detail" title={whole}>
          {name}: {value}
        </span>
      ))}
    </span>
  );
}

function Subject({ entry, names }: { readonly entry: AuditEntry; readonly names: Names }) {
  const { subject, environment } = entry;
  const href = auditPath(subject, environment);
  const words = names.get(subject) ?? kindWords(subject);
  return (
    <span class="one-line" title={subject}>
      {href === undefined ? words : <a href={href}>{words}</a>}
    </span>
  );
}
