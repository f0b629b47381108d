import type { RequestId } from '../../domain/ids.ts';
import { isId, type ProviderAppId } from '../../domain/ids.ts';
import { type AppKey, appKeyOf, type ProviderApp } from '../../domain/provider-app.ts';
import { batched } from '../../engine/batch.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { appSecretPlace } from '../ledger-client.ts';

/** Whom a batch is addressed to, as its path says, before the body is trusted. */
export interface Receiver {
  readonly app: AppKey;
  readonly signingKey: string;
  /** Null for the deployment's hosted app. */
  readonly own: ProviderApp | null;
}

/**
 * Undefined when there is no such app or when it has no signing key yet. `appId` null means the hosted app. Requests
 * that come at one time share a read that begins after they came, so that none goes by a key that was taken back.
 */
export function findReceiver({ storage, vault, settings }: Pick<CorePorts, 'storage' | 'vault' | 'settings'>) {
  const find = batched(async (ids: readonly ProviderAppId[]) =>
    (await storage.providerApps.findForReceivers(ids)).map((app) => ({ app })),
  );
  return async (appId: string | null): Promise<Receiver | undefined> => {
    if (appId === null) {
      const { hostedApp } = settings;
      return hostedApp && { app: appKeyOf(null), signingKey: hostedApp.webhookKey, own: null };
    }
    const own = isId('app', appId) ? (await find(appId)).app : undefined;
    if (!own?.sealedWebhookKey) return undefined;
    const signingKey = await vault.open(own.sealedWebhookKey, appSecretPlace(own, 'webhook_key'));
    return { app: own.id, signingKey, own };
  };
}

/** Stores when the provider's intent-to-receive check last passed; the app's verification asks for it. */
export async function noteIntent(
  { storage, clock, log }: Pick<CorePorts, 'storage' | 'clock' | 'log'>,
  { app, own }: Receiver,
  requestId: RequestId,
): Promise<void> {
  log.info('intent-to-receive check passed', { provider_app: app, request_id: requestId });
  if (!own) return;
  await storage.providerApps.noteIntent(own, clock.now());
}
