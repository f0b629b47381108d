import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type List, useList } from '../../api/use-list.ts';
import type { ApiKey } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { useMay } from '../../session/session.tsx';
import { agentRowWords } from '../../words/agent-key-words.ts';
import { keyState, limitsOf } from '../../words/key-words.ts';
import type { Environment } from '../../words/object-path.ts';
import { capital } from '../../words/state-words.ts';
import { RevokeKey, RollKey } from './change-key.tsx';
import { CreateKey } from './create-key.tsx';

/** The keys of both environments, each in its own card; `?create=test` opens the dialog for a new key. */
export function ApiKeysPage() {
  const { query, route } = useLocation();
  const mayTest = useMay('test_keys');
  const mayLive = useMay('live_keys');
  // Active keys come first, and 200 rows hold all of them.
  const list = useList<ApiKey>('api-keys', { limit: 200 });
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const asked = query['create'];
  const mayCreate = (asked === 'test' && mayTest) || (asked === 'live' && mayLive);
  return (
    <>
      <PageHead
        title="API keys"
        under="What your servers sign in with. A secret is shown once, when its key is created."
      />
      <Keys environment="test" may={mayTest} list={list} onChoose={setChosen} />
      <Keys environment="live" may={mayLive} list={list} onChoose={setChosen} />
      {(list.nextPage ?? list.firstPage) !== undefined && <Pager list={list} />}
      {mayCreate && <CreateKey environment={asked} onClose={() => route('/console/api-keys')} />}
      {chosen?.act === 'roll' && <RollKey apiKey={chosen.key} onClose={close} />}
      {chosen?.act === 'revoke' && <RevokeKey apiKey={chosen.key} onClose={close} />}
    </>
  );
}

interface Chosen {
  readonly act: 'roll' | 'revoke';
  readonly key: ApiKey;
}

interface KeysProps {
  readonly environment: Environment;
  readonly may: boolean;
  readonly list: List<ApiKey>;
  readonly onChoose: (chosen: Chosen) => void;
}

function Keys({ environment, may, list, onChoose }: KeysProps) {
  const [showsEnded, setShowsAll] = useState(false);
  const now = useNow();
  // Later pages hold only revoked keys.
  const showsAll = showsEnded || list.firstPage !== undefined;
  const all = list.data?.items.filter((key) => key.environment === environment);
  const ended = all?.filter((key) => keyState(key, now) !== 'active').length ?? 0;
  const create = may && (
    <>
      <LinkButton
        look="small"
        words="Make one for an agent"
        href={`/console/api-keys/agent?environment=${environment}`}
      />
      <LinkButton look="small" words={`Create a ${environment} key`} href={`/console/api-keys?create=${environment}`} />
    </>
  );
  return (
    <Card
      title={environment === 'test' ? 'Test keys' : 'Live keys'}
      actions={
        <>
          {ended > 0 && (
            <button type="button" class="button small" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Hide' : 'Show'} {ended} ended
            </button>
          )}
          {create}
        </>
      }
    >
      <WholeList
        caption={`API keys, ${environment}`}
        loaded={list}
        rows={all?.filter((key) => showsAll || keyState(key, now) === 'active')}
        columns={may ? [...columns, actionsColumn(onChoose)] : columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={`No ${environment} keys`}>
            {environment === 'test'
              ? 'With a test key your server reaches test connections, and nothing of a live customer.'
              : 'With a live key your server reaches live customers. Owners make them.'}
          </Empty>
        }
      />
    </Card>
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    label: 'Name',
    cell: (key) => <Name apiKey={key} />,
  },
  {
    label: 'Key',
    cell: ({ prefix, last_four: end }) => (
      <code class="nowrap">
        {prefix}…{end}
      </code>
    ),
  },
  {
    label: 'Last used',
    cell: ({ last_used_at: at }) => <Moment word="used" at={at} none="Never used" />,
  },
  { label: 'Ends', cell: (key) => <End apiKey={key} /> },
  { label: 'Created', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

/** An agent's key tells what it may write, and who approves it, and leads to the page of its day. */
function Name({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, kind, name, environment } = apiKey;
  const limits = limitsOf(apiKey);
  if (kind !== 'agent') {
    return (
      <>
        <strong>{name}</strong>
        {limits !== undefined && <span class="row-under">{limits}</span>}
      </>
    );
  }
  return (
    <>
      <span class="pair">
        <a href={`/console/${environment}/agents/${id}`}>
          <strong>{name}</strong>
        </a>
        <Badge tone="busy">Agent</Badge>
      </span>
      <span class="row-under">{agentRowWords(apiKey)}</span>
      {limits !== undefined && <span class="row-under">{limits}</span>}
    </>
  );
}

function End({ apiKey }: { readonly apiKey: ApiKey }) {
  const state = keyState(apiKey, useNow());
  if (state !== 'active') return <Badge tone="quiet">{capital(state)}</Badge>;
  return <Moment word="ends" at={apiKey.expires_at} none="No end" />;
}

interface MomentProps {
  /** Shown on narrow screens, which have no column heads. */
  readonly word: string;
  readonly at: string | null;
  readonly none: string;
}

function Moment({ word, at, none }: MomentProps) {
  if (at === null) return <span class="quiet">{none}</span>;
  return (
    <>
      <span class="narrow-only quiet">{word} </span>
      <Time at={at} />
    </>
  );
}

function actionsColumn(onChoose: (chosen: Chosen) => void): Column<ApiKey> {
  const button = (key: ApiKey, act: Chosen['act']) => (
    <Button
      look="small"
      words={`${capital(act)}…`}
      label={`${capital(act)} ${key.name}, ${key.environment}`}
      onClick={() => onChoose({ act, key })}
    />
  );
  return {
    label: 'Actions',
    kind: 'end',
    cell: (key) =>
      keyState(key, new Date()) === 'active' && (
        <span class="row-actions">
          {button(key, 'roll')}
          {button(key, 'revoke')}
        </span>
      ),
  };
}
