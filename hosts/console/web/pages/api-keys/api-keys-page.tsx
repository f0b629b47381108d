import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type List, useList } from '../../api/use-list.ts';
import type { ApiKey } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { useMay } from '../../session/session.tsx';
import type { Environment } from '../../words/object-path.ts';
import { CreateKey } from './create-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** The keys of both environments, each in its own card; `?create=test` opens the dialog for a new key. */
export function ApiKeysPage() {
  const { query, route } = useLocation();
  const mayTest = useMay('test_keys');
  const mayLive = useMay('live_keys');
  // Active keys come first, and 200 rows hold all of them.
  const list = useList<ApiKey>('api-keys', { limit: 200 });
  const [revoking, setRevoking] = useState<ApiKey>();
  const asked = query['create'];
  const mayCreate = (asked === 'test' && mayTest) || (asked === 'live' && mayLive);
  return (
    <>
      <PageHead
        title="API keys"
        under="What your servers sign in with. A secret is shown once, when its key is created."
      />
      <Keys environment="test" may={mayTest} {...{ list, onRevoke: setRevoking }} />
      <Keys environment="live" may={mayLive} {...{ list, onRevoke: setRevoking }} />
      {(list.nextPage ?? list.firstPage) !== undefined && <Pager list={list} />}
      {mayCreate && <CreateKey environment={asked} onClose={() => route('/console/api-keys')} />}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

interface KeysProps {
  readonly environment: Environment;
  readonly may: boolean;
  readonly list: List<ApiKey>;
  readonly onRevoke: (key: ApiKey) => void;
}

function Keys({ environment, may, list, onRevoke }: KeysProps) {
  const [showsRevoked, setShowsAll] = useState(false);
  // Later pages hold only revoked keys.
  const showsAll = showsRevoked || list.firstPage !== undefined;
  const all = list.data?.items.filter((key) => key.environment === environment);
  const revoked = all?.filter((key) => key.revoked_at !== null).length ?? 0;
  const create = may && (
    <a class="button small" href={`/console/api-keys?create=${environment}`}>
      Create a {environment} key
    </a>
  );
  return (
    <Card
      title={environment === 'test' ? 'Test keys' : 'Live keys'}
      actions={
        <>
          {revoked > 0 && (
            <button type="button" class="button small" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Hide' : 'Show'} {revoked} revoked
            </button>
          )}
          {create}
        </>
      }
    >
      <WholeList
        caption={`API keys, ${environment}`}
        loaded={list}
        rows={all?.filter((key) => showsAll || key.revoked_at === null)}
        columns={may ? [...columns, revokeColumn(onRevoke)] : columns}
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
  { label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
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
    cell: ({ last_used_at: at, revoked_at: revokedAt }) =>
      revokedAt !== null ? (
        <Badge tone="quiet">Revoked</Badge>
      ) : at === null ? (
        <span class="quiet">Never</span>
      ) : (
        <Time at={at} />
      ),
  },
  { label: 'Created', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

function revokeColumn(onRevoke: (key: ApiKey) => void): Column<ApiKey> {
  return {
    label: 'Actions',
    kind: 'end',
    cell: (key) =>
      key.revoked_at === null && (
        <button type="button" class="button small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke…
        </button>
      ),
  };
}
