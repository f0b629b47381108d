import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Connection } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { connectionState } from '../../words/state-words.ts';
import { ObjectPage } from '../object-page.tsx';
import { ConnectionActions } from './connection-actions.tsx';

/** The heading and the tabs of a connection, around one of its views. */
export function ConnectionFrame({ children }: { readonly children: (connection: Connection) => ComponentChildren }) {
  const { connection_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const { path } = useLocation();
  const loaded = useLoad<Connection>(api(`connections/${id}`), { isBusy: ({ status }) => status === 'disconnecting' });
  const up = { href: to('connections'), label: 'Connections' };
  const view = (rest: string, label: string) => {
    const href = to(`connections/${id}${rest}`);
    return { label, href, isHere: rest === '' ? path === href : path.startsWith(href) };
  };
  const tabs = [
    view('', 'Summary'),
    view('/records', 'Records'),
    view('/reports', 'Reports'),
    view('/events', 'Events'),
    view('/requests', 'Requests'),
    view('/provider-requests', 'Provider requests'),
    view('/operations', 'Operations'),
    view('/look-alikes', 'Look-alikes'),
    view('/timeline', 'Timeline'),
  ];
  return (
    <ObjectPage loaded={loaded} title="Connection" up={up}>
      {(connection) => (
        <>
          <PageHead
            title={connection.provider_tenant_name ?? connection.external_account_id}
            badge={<StateBadge state={connectionState(connection)} />}
            under={<Id value={id} plain />}
            up={up}
            view={tabs.find(({ isHere }) => isHere)?.label}
            actions={<ConnectionActions connection={connection} />}
          />
          <Tabs label="Views of this connection" tabs={tabs} />
          {children(connection)}
        </>
      )}
    </ObjectPage>
  );
}
