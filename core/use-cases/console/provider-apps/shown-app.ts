import type { SignedIn } from '../../../domain/console-session.ts';
import { notFound } from '../../../domain/errors.ts';
import { isId } from '../../../domain/ids.ts';
import type { ProviderApp, ShownApp } from '../../../domain/provider-app.ts';
import type { CorePorts } from '../../../ports/core-ports.ts';
import { callbackUrl } from '../../connect-sessions/connect-link.ts';

export type AppPorts = Pick<
  CorePorts,
  'storage' | 'vault' | 'authorization' | 'digester' | 'sessionDigester' | 'clock' | 'ids' | 'log' | 'settings'
>;

export function shown(ports: Pick<AppPorts, 'authorization' | 'digester' | 'settings'>, app: ProviderApp): ShownApp {
  const { authorization, settings } = ports;
  return {
    app,
    redirectUri: callbackUrl(ports),
    webhookUrl: `${settings.baseUrl}/webhooks/ledger/${app.id}`,
    requiredScopes: authorization.requiredScopes,
  };
}

/** An app of another organization is as absent as one that never was; the environment is the app's own. */
export async function requireApp(
  { storage }: Pick<AppPorts, 'storage'>,
  { organizationId }: Pick<SignedIn, 'organizationId'>,
  id: string,
): Promise<ProviderApp> {
  const app = isId('app', id) ? await storage.providerApps.findForReceiver(id) : undefined;
  if (app?.organizationId !== organizationId) throw notFound('provider app');
  return app;
}
