// Takes a signed batch of changes from the provider and queues the work; never calls the provider.
import { isId, type RequestId } from '../../domain/ids.ts';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import { type AppKey, appKeyOf, type ProviderApp } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { appSecretPlace } from '../ledger-client.ts';
import { type Arrival, type StoredBatch, storeBatch } from './store-batch.ts';

export interface InboundBatch {
  /** As the path names it; null on the hosted app's receiver. */
  readonly appId: string | null;
  /** The exact bytes. */
  readonly body: Uint8Array;
  readonly signature: string | undefined;
  readonly requestId: RequestId;
}

/** Hosts answer 200 for `accepted` and 401 for both others. */
export type Reception = 'accepted' | 'refused' | 'unknown_app';

/** Whom a batch is addressed to, as its path says, before the body is trusted. */
interface Receiver {
  readonly app: AppKey;
  readonly signingKey: string;
  /** Null for the deployment's hosted app. */
  readonly own: ProviderApp | null;
}

/**
 * A batch is accepted once it is stored. An app's batches wait for each other here, and not each with a database
 * connection for the app's row. Throws BAD_REQUEST when a rightly signed body is not a batch.
 */
export function receiveNotifications(ports: CorePorts) {
  const turns = oneAfterAnother<AppKey>();
  const receive = async ({ appId, body, signature, requestId }: InboundBatch): Promise<Reception> => {
    const receiver = await findReceiver(ports, appId);
    if (!receiver) return 'unknown_app';
    if (!ports.verifier.verify(body, signature, receiver.signingKey)) return 'refused';
    const batch = ports.verifier.parse(body);
    if (batch.events.length === 0) {
      // The provider's intent-to-receive check: the app's verification asks when it last passed.
      ports.log.info('intent-to-receive check passed', { provider_app: receiver.app, request_id: requestId });
      if (receiver.own) await ports.storage.providerApps.noteIntent(receiver.own, ports.clock.now());
      return 'accepted';
    }
    const arrival: Arrival = { ...receiver, batch, requestId };
    report(ports, arrival, await turns.run(receiver.app, () => storeBatch(ports, arrival)));
    return 'accepted';
  };
  return {
    /** Whether a body is worth reading: somebody could have signed it. */
    isReceiver: async (appId: string | null): Promise<boolean> => (await findReceiver(ports, appId)) !== undefined,
    receive,
  };
}

/** Undefined when there is no such app or when it has no signing key yet. `appId` null means the hosted app. */
async function findReceiver(
  { storage, vault, settings }: CorePorts,
  appId: string | null,
): Promise<Receiver | undefined> {
  if (appId === null) {
    const { hostedApp } = settings;
    return hostedApp && { app: appKeyOf(null), signingKey: hostedApp.webhookKey, own: null };
  }
  const own = isId('app', appId) ? await storage.providerApps.findForReceiver(appId) : undefined;
  if (!own?.sealedWebhookKey) return undefined;
  const signingKey = await vault.open(own.sealedWebhookKey, appSecretPlace(own, 'webhook_key'));
  return { app: own.id, signingKey, own };
}

function report({ log }: CorePorts, { app, batch, requestId }: Arrival, stored: StoredBatch): void {
  const { queued, duplicate, cursor, skipped } = stored;
  const { firstSequence, lastSequence, events } = batch;
  const fields = {
    ...{ provider_app: app, request_id: requestId },
    ...{ first_sequence: firstSequence, last_sequence: lastSequence, cursor },
  };
  log.info('notifications accepted', { ...fields, events: events.length, queued, duplicate, ...skipped });
  if (cursor === 'gap') log.warn('notifications are missing before this batch', fields);
  if (cursor === 'jump') log.warn('a sequence number that jumps ahead is not taken over', fields);
}
