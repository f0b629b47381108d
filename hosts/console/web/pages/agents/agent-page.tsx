import { useLocation, useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { AgentDay, ApiKey, Connection, Items } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { FilterDay } from '../../parts/filter-bar.tsx';
import { Empty, FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useNow } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { useZone } from '../../session/use-zone.ts';
import { agentSentences, agentWarnings } from '../../words/agent-key-words.ts';
import { keyState } from '../../words/key-words.ts';
import { bounded, grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { dayWords } from '../../words/record-shape.ts';
import { dayWords as instantDay } from '../../words/relative-time.ts';
import { capital } from '../../words/state-words.ts';
import { ObjectPage } from '../object-page.tsx';
import { AskedFor } from './asked-for.tsx';
import { Spent } from './spent.tsx';

const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A day of an agent's key: its calls, its writes, what was refused, and what people decided about what it asked for. */
export function AgentPage() {
  const { key_id: id = '' } = useRoute().params;
  const { query } = useLocation();
  const { api } = usePlace();
  const today = dayOf(useNow().getTime());
  const day = /^\d{4}-\d{2}-\d{2}$/.test(query['day'] ?? '') ? String(query['day']) : today;
  const loaded = useLoad<AgentDay>(withQuery(api(`agents/${id}/day`), { day }));
  return (
    <ObjectPage loaded={loaded} title="Agent" up={{ href: '/console/api-keys', label: 'API keys' }}>
      {(found) => <Found found={found} day={day} today={today} />}
    </ObjectPage>
  );
}

interface FoundProps {
  readonly found: AgentDay;
  /** A day of UTC, which limits are counted by. */
  readonly day: string;
  readonly today: string;
}

function Found({ found, day, today }: FoundProps) {
  const { route, path } = useLocation();
  const { key } = found;
  const state = keyState(key, useNow());
  const yesterday = dayOf(Date.parse(today) - dayMs);
  const tab = (label: string, of: string) => ({
    label,
    href: withQuery(path, { day: of === today ? undefined : of }),
    isHere: of === day,
  });
  return (
    <>
      <PageHead
        title={key.name}
        view="Agent"
        badge={<Badge tone={state === 'active' ? 'good' : 'quiet'}>{capital(state)}</Badge>}
        under={
          <code class="nowrap">
            {key.prefix}…{key.last_four}
          </code>
        }
        up={{ href: '/console/api-keys', label: 'API keys' }}
      />
      <div class="period-line">
        <Tabs look="chips" label="Day" tabs={[tab('Today', today), tab('Yesterday', yesterday)]} />
        <FilterDay
          label="Day (UTC)"
          value={day}
          onChange={(value) => route(withQuery(path, { day: value === today ? undefined : value }))}
        />
      </div>
      <Counts found={found} day={day} />
      <div class="columns">
        <div class="column-main">
          <AskedFor found={found} />
          <Refusals found={found} day={day} />
        </div>
        <div class="column-side">
          <Spent found={found} />
          <May apiKey={key} />
        </div>
      </div>
    </>
  );
}

/** The requests of the key on that day. */
function useRequestsOf({ id }: ApiKey, day: string): (more?: Readonly<Record<string, string>>) => string {
  const { to } = usePlace();
  // The list's ends are excluded, so they lie a millisecond outside of the day.
  const from = new Date(Date.parse(day) - 1).toISOString();
  const until = new Date(Date.parse(day) + dayMs).toISOString();
  return (more = {}) => withQuery(to('requests'), { api_key_id: id, from, until, ...more });
}

function Counts({ found, day }: Omit<FoundProps, 'today'>) {
  const { to } = usePlace();
  const requests = useRequestsOf(found.key, day);
  return (
    <ul class="tiles" aria-label={`In numbers, ${dayWords(day)}`}>
      <Count label="Calls" value={bounded(found.calls)} href={requests()} />
      <Count label="Writes" value={grouped(found.spent.writes)} href={requests({ status: '2xx' })} />
      <Count label="Refused" value={bounded(found.refused)} href={requests({ status: 'failed' })} />
      <Count
        label="Waiting now"
        value={grouped(found.waiting)}
        href={withQuery(to('approvals'), { api_key_id: found.key.id })}
      />
    </ul>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: string;
  readonly href: string;
}

function Count({ label, value, href }: CountProps) {
  return (
    <li class="tile">
      <a class="tile-link" href={href}>
        {label}
      </a>
      <p class="tile-value">{value}</p>
    </li>
  );
}

function Refusals({ found, day }: Omit<FoundProps, 'today'>) {
  const requests = useRequestsOf(found.key, day);
  return (
    <Card title="Refused, by reason">
      {found.refusals.length === 0 ? (
        <p class="pad quiet">Nothing was refused on this day.</p>
      ) : (
        <Table
          caption="Refused requests by reason"
          columns={[
            {
              label: 'Reason',
              cell: ({ code, reason }) => (
                <a href={requests({ status: 'failed', ...(code && { code }), ...(reason && { reason }) })}>
                  {reason ?? code ?? 'no answer'}
                </a>
              ),
            },
            { label: 'Code', wide: true, cell: ({ code }) => code ?? '' },
            {
              label: 'Route',
              wide: true,
              cell: ({ method, route }) => <span class="breaks">{`${method} ${route}`}</span>,
            },
            { label: 'Times', kind: 'number', cell: ({ count }) => grouped(count) },
          ]}
          rows={found.refusals}
          rowKey={(row) => JSON.stringify([row.code, row.reason, row.method, row.route])}
        />
      )}
    </Card>
  );
}

/** What the key may do, in the sentences with which it was made. */
function May({ apiKey }: { readonly apiKey: ApiKey }) {
  const { api } = usePlace();
  const { zone } = useZone();
  const ids = apiKey.connection_ids;
  const path = ids === null ? undefined : api(`connections?limit=100&connection_ids=${ids}`);
  const known = useLoad<Items<Connection>>(path, { once: true });
  if (ids !== null && known.data === undefined) {
    return known.failure ? <FailureNote failure={known.failure} /> : <Skeleton lines={4} />;
  }
  const names = known.data?.items.map((one) => one.provider_tenant_name ?? one.external_account_id);
  const { environment, scopes, tools, limits, requires_approval: approval, look_alike_hours: lookAlikeHours } = apiKey;
  const until = apiKey.expires_at === null ? 'it is revoked' : instantDay(new Date(apiKey.expires_at), zone);
  const companies = ids === null ? null : (names ?? []);
  const rights = { environment, scopes, tools, limits, approval, lookAlikeHours, until, companies };
  const warnings = agentWarnings(rights);
  return (
    <Card title="What it may do">
      <div class="pad stack">
        <div class="stack tight">
          {companies?.length === 0 ? (
            <Empty title="No company">None of its companies is connected any more.</Empty>
          ) : (
            agentSentences(rights).map((sentence) => <p key={sentence}>{sentence}</p>)
          )}
        </div>
        {warnings.length > 0 && (
          <Note tone="warn">
            <ul class="stack tight" aria-label="What is broad about it">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </Note>
        )}
      </div>
    </Card>
  );
}
