import { isId } from '../../domain/ids.ts';
import { type AppKey, appKeyOf, type ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NotificationVerifier } from '../../ports/ledger-authorization.ts';
import type { Provider } from '../../ports/provider.ts';
import { appSecretPlace } from '../ledger/ledger-client.ts';

/** Whose notifications arrive, by the path of the receiver. */
export interface ReceiverPath {
  readonly provider: string;
  /** Null for the provider's hosted app. */
  readonly appId: string | null;
}

/** The app that the path names, before the body is trusted. */
export interface Receiver {
  readonly app: AppKey;
  readonly provider: Provider;
  readonly verifier: NotificationVerifier;
  readonly signingKey: string;
  /** Null for the hosted app. */
  readonly own: ProviderApp | null;
}

/** Undefined if there is no such app, it has no signing key, or its provider does not notify. */
export async function findReceiver(
  { storage, vault, providers }: CorePorts,
  { provider: name, appId }: ReceiverPath,
): Promise<Receiver | undefined> {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  const verifier = provider?.notifications;
  if (!provider || !verifier) return undefined;
  if (appId === null) {
    const hostedApp = provider.connect.kind === 'oauth' ? provider.connect.hostedApp : undefined;
    const app = appKeyOf({ provider: name, providerAppId: null });
    return hostedApp && { app, provider, verifier, signingKey: hostedApp.webhookKey, own: null };
  }
  const own = isId('app', appId) ? await storage.providerApps.findForReceiver(appId) : undefined;
  if (!own?.sealedWebhookKey || own.provider !== name) return undefined;
  const signingKey = await vault.open(own.sealedWebhookKey, appSecretPlace(own, 'webhook_key'));
  return { app: own.id, provider, verifier, signingKey, own };
}
