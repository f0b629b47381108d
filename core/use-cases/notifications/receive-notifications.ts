// Takes a signed batch of notifications from the provider and queues the work; never calls the provider.
import { systemPlane } from '../../domain/caller.ts';
import { isId, type RequestId } from '../../domain/ids.ts';
import {
  changedAtOf,
  echoMark,
  hasSequence,
  type LedgerNotification,
  type NotificationBatch,
  type NotifiedWork,
  notificationIdentity,
  notifiedWork,
  type SkipReason,
  unfinishedReadsMost,
} from '../../domain/notification.ts';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import type { Operation } from '../../domain/operation.ts';
import { isEcho } from '../../domain/payment-transition.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { ownIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Provider } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import type { NotifiedConnection } from '../../ports/webhook-stores.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { draftAppReconciliation } from '../sync/reconcile-app.ts';
import { findReceiver, type Receiver, type ReceiverPath } from './find-receiver.ts';

export interface InboundBatch extends ReceiverPath {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
  readonly requestId: RequestId;
}

/** Hosts answer 200 for `accepted` and 401 for the others. */
type Reception = 'accepted' | 'refused' | 'unknown_app';

interface Arrival extends Receiver {
  readonly batch: NotificationBatch;
  readonly requestId: RequestId;
}

export function receiveNotifications(ports: CorePorts) {
  const turns = oneAfterAnother<AppKey>();
  /**
   * Accepts a batch once it is stored. Batches of one app wait for each other here, so that they hold no database
   * connections while they wait for the app's row. Throws BAD_REQUEST if a correctly signed body is not a batch.
   */
  const receive = async ({ body, signature, requestId, ...path }: InboundBatch): Promise<Reception> => {
    const receiver = await findReceiver(ports, path);
    if (!receiver) return 'unknown_app';
    const { verifier } = receiver;
    if (!verifier.verify(body, signature, receiver.signingKey)) return 'refused';
    const batch = verifier.parse(body);
    if (batch.notifications.length === 0) {
      // The provider checks the address with an empty batch; its time is stored, because it verifies the app.
      ports.log.info('the provider has checked the webhook address', {
        provider_app: receiver.app,
        request_id: requestId,
      });
      if (receiver.own) await ports.storage.providerApps.noteIntent(receiver.own, ports.clock.now());
      return 'accepted';
    }
    await turns.run(receiver.app, () => storeBatch(ports, { ...receiver, batch, requestId }));
    return 'accepted';
  };
  return {
    /** False if the app has no signing key, so that no signature can be right. */
    isReceiver: async (path: ReceiverPath): Promise<boolean> => (await findReceiver(ports, path)) !== undefined,
    /** The header that brings the provider's signature; undefined for a provider that does not notify. */
    signatureHeader: (provider: string): string | undefined => verifierOf(ports, provider)?.signatureHeader,
    /** True if a text has the form of the provider's signature; any other is wrong for every body and key. */
    isSignature: (provider: string, text: string): boolean => verifierOf(ports, provider)?.isSignature(text) ?? false,
    receive,
  };
}

function verifierOf({ providers }: CorePorts, provider: string) {
  return Object.hasOwn(providers, provider) ? providers[provider]?.notifications : undefined;
}

/** A notification whose work starts if its identity is new. */
interface Wanted {
  readonly identity: string;
  readonly notification: LedgerNotification;
  readonly owner: NotifiedConnection;
  readonly work: NotifiedWork;
}

/**
 * The hosted app serves several organizations: each gets a transaction of its own, and the app's cursor the last one. When
 * a partly stored batch is sent again, its identities tell what was stored.
 */
async function storeBatch(ports: CorePorts, arrival: Arrival): Promise<void> {
  const { app, own, batch, requestId } = arrival;
  const { wanted, skipped } = await sortOut(ports, arrival);
  const counts = { queued: 0, duplicate: 0, ...skipped };
  const store = async (stores: Stores, ofOwner: readonly Wanted[]) => {
    const unseen = await unseenOf(stores, ports, arrival, ofOwner);
    counts.duplicate += ofOwner.length - unseen.length;
    counts.queued += await queueWork(stores, ports, arrival, unseen);
  };
  const { transaction } = ports.storage;
  if (!own) {
    const owners = Map.groupBy(wanted, ({ owner }) => owner.connection.organizationId);
    for (const ofOwner of owners.values()) await transaction((stores) => store(stores, ofOwner));
  }
  const cursor = await transaction(async (stores) => {
    if (own) await store(stores, wanted);
    return moveCursor(stores, ports, arrival);
  });
  if (counts.queued > 0 || cursor === 'gap') ports.wakeUp.signal();
  const { firstSequence, lastSequence, notifications } = batch;
  const fields = {
    provider_app: app,
    request_id: requestId,
    first_sequence: firstSequence,
    last_sequence: lastSequence,
    cursor,
  };
  ports.log.info('notifications accepted', { ...fields, notifications: notifications.length, ...counts });
  if (cursor === 'gap') ports.log.warn('notifications are missing before this batch', fields);
  if (cursor === 'jump') ports.log.warn('a sequence number is too far ahead and was ignored', fields);
}

async function unseenOf({ notifications }: Stores, { clock }: CorePorts, { app }: Arrival, wanted: readonly Wanted[]) {
  const [first] = wanted;
  if (!first) return [];
  const identities = wanted.map(({ identity }) => identity);
  const fresh = new Set(
    await notifications.takeNew(app, first.owner.connection.organizationId, identities, clock.now()),
  );
  return wanted.filter(({ identity }) => fresh.has(identity));
}

/** After a gap, any of the app's connections may have missed changes; one operation finds them. */
async function moveCursor(stores: Stores, ports: CorePorts, { app, own, batch, requestId }: Arrival) {
  if (!hasSequence(batch)) return null;
  const { firstSequence, lastSequence } = batch;
  const moved = await stores.notifications.moveCursor(app, firstSequence, lastSequence, ports.clock.now());
  if (moved === 'gap') {
    await stores.operations.insertCoalesced([draftAppReconciliation(ports, own ?? systemPlane, app, requestId)]);
  }
  return moved;
}

async function sortOut(ports: CorePorts, { app, provider, batch }: Arrival) {
  const found = await ports.storage.notifications.owners(app, [
    ...new Set(batch.notifications.map(({ tenantId }) => tenantId)),
  ]);
  const owners = new Map(found.map((owner) => [owner.connection.providerTenantId ?? '', owner]));
  const wanted: Wanted[] = [];
  const skipped: Partial<Record<SkipReason, number>> = {};
  for (const [index, notification] of batch.notifications.entries()) {
    const work = workOf(provider, notification, owners.get(notification.tenantId));
    if (typeof work === 'string') skipped[work] = (skipped[work] ?? 0) + 1;
    else wanted.push({ ...work, identity: notificationIdentity(batch, index, ports.digester.sha256), notification });
  }
  return { wanted, skipped };
}

function workOf(
  { traits }: Provider,
  notification: LedgerNotification,
  owner: NotifiedConnection | undefined,
): Pick<Wanted, 'owner' | 'work'> | SkipReason {
  const work = notifiedWork(notification);
  if (!work) return 'type_not_supported';
  if (!owner) return 'unknown_tenant';
  if ('read' in work && !ownIdOf(work.read, work.id, traits)) return 'malformed_resource_id';
  if (owner.connection.retentionMode === 'zero') return 'zero_retention';
  return owner.connection.status === 'active' ? { owner, work } : 'connection_not_active';
}

/**
 * Queues a live read for each record. One sync per connection and scope replaces reads beyond the bound and notifications
 * of other families. Returns how many operations were queued.
 */
async function queueWork(stores: Stores, ports: CorePorts, { app, requestId }: Arrival, unseen: readonly Wanted[]) {
  const reads: Operation[] = [];
  const syncs = new Map<string, Operation>();
  const echoes = await echoesAmong(stores, unseen);
  for (const wanted of unseen) {
    const { owner, work, notification } = wanted;
    const { connection, unfinishedReads } = owner;
    const drafted = reads.filter(({ connectionId }) => connectionId === connection.id).length;
    if ('read' in work && unfinishedReads + drafted < unfinishedReadsMost) {
      const input = inputOf(app, notification);
      const read = { type: 'notification.process', connectionId: connection.id, subject: work.id } as const;
      const echo = echoes.has(wanted) && {
        dueAt: echoMark(connection.id, ports.clock.now(), unfinishedReads + drafted),
        input: { ...input, is_echo: true },
      };
      reads.push(draftOperation(ports, connection, { ...read, input, ...echo, requestId }));
      continue;
    }
    const scope = 'sync' in work ? work.sync : 'all';
    const key = `${connection.id} ${scope}`;
    if (!syncs.has(key))
      syncs.set(key, await draftNotifiedSync(stores, ports, { owner: connection, scope, requestId }));
  }
  if (reads.length > 0) await stores.operations.insert(reads);
  const drafts = [...syncs.values()];
  // A sync that anyone has queued already serves this batch, too.
  const queued = new Set(drafts.length > 0 ? await stores.operations.insertCoalesced(drafts) : []);
  return reads.length + drafts.filter(({ id }) => queued.has(id)).length;
}

/** Notifications of writes whose answers were announced already. */
async function echoesAmong({ projections }: Stores, unseen: readonly Wanted[]): Promise<ReadonlySet<Wanted>> {
  const invoices = unseen.flatMap((wanted) => {
    const { owner, work } = wanted;
    if (!('read' in work && work.read === 'invoices')) return [];
    return { wanted, place: { connectionId: owner.connection.id, providerInvoiceId: work.id } };
  });
  const announced = await projections.find(invoices.map(({ place }) => place));
  const echoes = invoices.filter(({ wanted: { notification } }, i) => {
    const [known, changedAt] = [announced[i], changedAtOf(notification.occurredAt)];
    return known && changedAt && isEcho(known, changedAt);
  });
  return new Set(echoes.map(({ wanted }) => wanted));
}

function inputOf(app: AppKey, { tenantId, type, eventType, resourceId, occurredAt }: LedgerNotification) {
  return {
    provider_app_id: isId('app', app) ? app : null,
    tenant_id: tenantId,
    resource_type: type,
    event_type: eventType,
    resource_id: resourceId,
    occurred_at: occurredAt,
  };
}
