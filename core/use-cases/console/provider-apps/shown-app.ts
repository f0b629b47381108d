import type { SignedIn } from '../../../domain/console-session.ts';
import { notFound } from '../../../domain/errors.ts';
import { isId } from '../../../domain/ids.ts';
import { assertAllowed } from '../../../domain/organization.ts';
import type { ProviderApp, ShownApp } from '../../../domain/provider-app.ts';
import type { CorePorts } from '../../../ports/core-ports.ts';
import type { Stores } from '../../../ports/storage.ts';
import { assertWritable } from '../../assert-writable.ts';
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

/** The app, for a member who may change it, where changes are made at all. */
export async function appToChange(ports: AppPorts, signedIn: SignedIn, id: string): Promise<ProviderApp> {
  assertAllowed(signedIn.role, 'operate');
  assertWritable(ports.settings);
  return requireApp(ports, signedIn, id);
}

/** The app as it is now, locked until the transaction ends. */
export async function lockApp({ providerApps }: Stores, known: ProviderApp): Promise<ProviderApp> {
  const held = await providerApps.lock(known, known.id);
  if (!held) throw notFound('provider app');
  return held;
}
