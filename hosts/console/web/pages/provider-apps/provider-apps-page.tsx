import { useLocation } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Items, ProviderApp } from '../../api/wire.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { WholeList } from '../../parts/whole-list.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { appState } from '../../words/wizard-steps.ts';
import { BeginApp } from './begin-app.tsx';
import { CheckDots } from './check-list.tsx';

/** The apps through which customers connect; `?create=1` shows the first step of a new app. */
export function ProviderAppsPage() {
  const { environment, to } = usePlace();
  const { query } = useLocation();
  const may = useMay('operate');
  const loaded = useLoad<Items<ProviderApp>>(`provider-apps?environment=${environment}`);
  if (may && query['create']) return <BeginApp isFirst={loaded.data?.items.length === 0} />;
  const create = may && <LinkButton look="primary" words="Set up an app" href={to('provider-apps?create=1')} />;
  return (
    <>
      <PageHead
        title="Provider apps"
        under="Your own apps at the accounting provider: customers consent to them by your name."
        actions={create}
      />
      <div class="card list">
        <WholeList
          caption="Provider apps, newest first"
          loaded={loaded}
          rows={loaded.data?.items}
          columns={columns}
          rowKey={(row) => row.provider_app_id}
          empty={
            <Empty title="No provider apps yet" action={create}>
              Set one up in five steps: name it, register two addresses at the provider, paste its credentials, consent
              once, and watch it being verified.
            </Empty>
          }
        />
      </div>
    </>
  );
}

const columns: readonly Column<ProviderApp>[] = [
  {
    label: 'App',
    cell: ({ provider_app_id: id, name, environment, is_default: isDefault }) => (
      <span class="pair">
        <a class="row-link" href={`/console/${environment}/provider-apps/${id}`}>
          <strong>{name}</strong>
        </a>
        {isDefault && <Badge tone="busy">Default</Badge>}
      </span>
    ),
  },
  { label: 'Status', cell: (app) => <StateBadge state={appState(app)} /> },
  { label: 'Checks', cell: (app) => <CheckDots app={app} /> },
  {
    label: 'Client ID',
    wide: true,
    cell: ({ has_client_id: has, client_id_last_four: end }) =>
      has ? <code>…{end ?? ''}</code> : <span class="quiet">Not given</span>,
  },
  { label: 'Begun', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
];
