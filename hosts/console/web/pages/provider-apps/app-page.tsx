import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { statusOf } from '../../words/wizard-steps.ts';
import { ObjectPage } from '../object-page.tsx';
import { AppOverview } from './app-overview.tsx';
import { Wizard } from './wizard.tsx';

/** Shows the wizard at the step where it was left; once every check has passed, the app and its controls. */
export function ProviderAppPage() {
  const { provider_app_id: id = '' } = useRoute().params;
  const { path, url, route } = useLocation();
  const { to } = usePlace();
  const may = useMay('operate');
  const loaded = useLoad<ProviderApp>(`provider-apps/${id}`, { isBusy: isAwaited });
  const environment = loaded.data?.environment;
  const own = environment && `/console/${environment}/provider-apps/${id}`;
  const isElsewhere = own !== undefined && own !== path;
  // An app belongs to one environment; under another environment's URL, or none, the page redirects to its own.
  useEffect(() => {
    if (isElsewhere) route(url.replace(path, own), true);
  }, [isElsewhere, own, path, url, route]);
  const up = { href: to('provider-apps'), label: 'Provider apps' };
  return (
    <ObjectPage loaded={isElsewhere ? { ...loaded, data: undefined } : loaded} title="Provider app" up={up}>
      {(app) => (app.status === 'draft' && may ? <Wizard app={app} /> : <AppOverview app={app} />)}
    </ObjectPage>
  );
}

/** True while a person or the provider works elsewhere; the app is then polled often. */
function isAwaited(app: ProviderApp): boolean {
  return app.status === 'draft' && app.has_client_id && statusOf(app, 'credentials') !== 'failed';
}
