import { type ConnectSession, isSameCustomer, pendingConnection } from '../../domain/connect-session.ts';
import { type Connection, move } from '../../domain/connection.ts';
import { conflict, connectSessionUsed, ServiceError } from '../../domain/errors.ts';
import { cancel } from '../../domain/operation-moves.ts';
import { hasRoom, type Organization } from '../../domain/organization.ts';
import { appKeyOf } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGrant, LedgerTenant } from '../../ports/ledger-authorization.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceConnection } from '../connections/announce-connection.ts';
import { tellNearLimit } from '../connections/tell-near-limit.ts';
import { sealGrant } from '../ledger/access-token.ts';
import { draftSync } from '../queue/draft-sync.ts';

const purgesMax = 100;
/** Longer than the calls of a disconnect. */
const leavingSeconds = 120;

export interface TenantClaim {
  readonly session: ConnectSession;
  readonly tenant: LedgerTenant;
  readonly grant: LedgerGrant;
  /** The connection that waited for the choice; null if none did. */
  readonly pending: Connection | null;
}

/**
 * Gives the tenant to the session's connection, in one transaction with the session's end, and revives the customer's
 * earlier connection to it through the same app. Throws CONFLICT `duplicate_tenant_connection`, CONFLICT
 * `retention_mode_fixed` or CONNECTION_LIMIT_REACHED, and then changes nothing.
 */
export async function claimTenant(ports: CorePorts, asked: TenantClaim): Promise<Connection> {
  const claim = { ...asked, tenant: await asKnown(ports, asked.session, asked.tenant) };
  const target = await targetOf(ports, claim);
  const { next, before } = target;
  const { session, pending } = claim;
  const sealed = await sealGrant(ports, next, claim.grant);
  return ports.storage.transaction(async (stores) => {
    const contract = await assertContract(stores, session, before);
    const isStored = before
      ? await stores.connections.update(next, before.status)
      : await stores.connections.insert(next);
    if (!isStored) throw duplicate();
    const { identity } = claim.tenant;
    if (identity !== undefined && !(await stores.connections.noteIdentity(next.id, identity))) throw duplicate();
    if (pending && pending.id !== next.id) await dropPending(stores, ports, pending);
    if (before?.status === 'disconnected') await cancelPurge(stores, ports, next);
    await beginSync(stores, ports, session, target);
    if (contract) {
      const after = { ...contract, count: contract.count + 1 };
      await tellNearLimit(stores, ports, { before: contract, after, requestId: session.requestId });
    }
    await stores.credentials.put(sealed);
    const result = { status: 'connected', connectionId: next.id } as const;
    const done: ConnectSession = { ...session, state: 'done', connectionId: next.id, result };
    if (!(await stores.connectSessions.advance(done, session.state))) {
      throw connectSessionUsed();
    }
    await announceConnection(stores, ports, next, {
      type: before && before.status !== 'pending_selection' ? 'connection.updated' : 'connection.created',
      previous: before?.status ?? null,
      requestId: session.requestId,
    });
    return next;
  });
}

/** A tenant that is known by another spelling of its server's address keeps the id of then, and so its connection. */
export async function asKnown(
  { storage }: CorePorts,
  session: ConnectSession,
  tenant: LedgerTenant,
): Promise<LedgerTenant> {
  if (tenant.identity === undefined) return tenant;
  const tenantId = await storage.connections.tenantOf(session.organizationId, appKeyOf(session), tenant.identity);
  if (tenantId === undefined || tenantId === tenant.tenantId) return tenant;
  return { ...tenant, tenantId, providerConnectionId: tenantId };
}

interface Target {
  readonly next: Connection;
  /** The stored connection; undefined for a new one. */
  readonly before: Connection | undefined;
}

/** Throws what `claimTenant` would throw now, before anything is spent. */
export async function assertTenantFree(ports: CorePorts, session: ConnectSession, tenantId: string): Promise<void> {
  const before = await earlierOf(ports, session, tenantId);
  await ports.storage.transaction((stores) => assertContract(stores, session, before));
}

async function earlierOf(
  { storage, clock }: CorePorts,
  session: ConnectSession,
  tenantId: string,
): Promise<Connection | undefined> {
  const app = appKeyOf(session);
  const owner = await storage.connections.findOwner(app, tenantId);
  if (owner && !isSameCustomer(owner, session)) throw duplicate();
  // A disconnect under way would end the new authorization too; a disconnect that was lost long ago would not.
  if (owner?.status === 'disconnecting' && clock.now().getTime() - owner.updatedAt.getTime() < leavingSeconds * 1000) {
    throw new ServiceError('PROVIDER_UNAVAILABLE', 'the connection is just being disconnected; try again', {
      reason: 'disconnecting',
      retryAfterSeconds: leavingSeconds,
    });
  }
  const earlier = owner ?? (await storage.connections.findEarlier(session, app, tenantId, session.externalAccountId));
  if (earlier && earlier.retentionMode !== session.retentionMode) {
    throw conflict('retention_mode_fixed', `the connection was made with retention mode ${earlier.retentionMode}`);
  }
  return earlier;
}

async function targetOf(ports: CorePorts, { session, tenant, grant, pending }: TenantClaim): Promise<Target> {
  const now = ports.clock.now();
  const earlier = await earlierOf(ports, session, tenant.tenantId);
  const before = earlier ?? pending ?? undefined;
  const next: Connection = {
    ...pendingConnection(session, { id: before?.id ?? ports.ids.next('conn'), scopes: grant.scopes, now }),
    providerConnectionId: tenant.providerConnectionId,
    providerTenantId: tenant.tenantId,
    providerTenantName: tenant.name,
    status: 'active',
    lastSyncedAt: before?.lastSyncedAt ?? null,
    syncWarnings: before?.syncWarnings ?? [],
    syncFrom: syncFromOf(session, before),
    followSetting: before?.followSetting ?? null,
    createdAt: before?.createdAt ?? now,
  };
  return { next, before };
}

/**
 * Counts under the organization's row lock, so that two sessions cannot both take the last place. Returns what is used
 * before a connection that will count; undefined for one that counts already.
 */
async function assertContract(stores: Stores, session: ConnectSession, before: Connection | undefined) {
  const organization = await stores.organizations.lock(session.organizationId);
  const counts = before?.status === 'active' || before?.status === 'action_required';
  if (!organization || counts) return undefined;
  const count = await stores.connections.countCounted(organization.id);
  if (!hasRoom(organization, count)) throw limitReached(organization);
  return { organization, count };
}

export function limitReached({ connectionLimit }: Pick<Organization, 'connectionLimit'>): ServiceError {
  const message = `the contract's limit of ${connectionLimit} connections is reached: disconnect one, or ask the operator for more`;
  return new ServiceError('CONNECTION_LIMIT_REACHED', message);
}

async function dropPending(stores: Stores, { clock }: CorePorts, pending: Connection): Promise<void> {
  await stores.connections.update(move(pending, 'disconnected', 'superseded', clock.now()), pending.status);
  await stores.credentials.remove(pending.id);
}

/** A revived connection needs the data that its disconnect left for purging. */
async function cancelPurge({ operations }: Stores, { clock }: CorePorts, revived: Connection): Promise<void> {
  const scope = { type: 'retention.purge', subject: revived.id } as const;
  for (const purge of await operations.lockUnfinished(revived, scope, purgesMax)) {
    await operations.update(cancel(purge, clock.now()), purge.state);
  }
}

/**
 * Queues the sync that fills the cache and announces changes. A disconnected connection lost its cache, so all is read
 * again, and changes since the disconnect are announced. A connection that only waited for a reconnect continues where it
 * was.
 */
async function beginSync(stores: Stores, ports: CorePorts, { requestId }: ConnectSession, { next, before }: Target) {
  if (next.retentionMode !== 'cached') return;
  await stores.syncCursors.noteStart(next, startOf(next, before));
  if (before?.status === 'disconnected') {
    await stores.syncCursors.clear(next.id);
    await stores.familyWalks.clear(next.id);
  }
  if (!before || before.status === 'pending_selection' || before.status === 'disconnected')
    await stores.syncCursors.begin(next.id, next.updatedAt);
  const ask = { type: 'connection.sync', scope: 'all', trigger: 'activation', requestId } as const;
  await stores.operations.insert([draftSync(ports, next, ask)]);
}

/** A connection that only waited for a reconnect has had its first sync. */
function syncFromOf(session: ConnectSession, before: Connection | undefined): string | null {
  const isFirst = before === undefined || before.status === 'pending_selection' || before.status === 'disconnected';
  return isFirst ? session.syncFrom : before.syncFrom;
}

function startOf(next: Connection, before: Connection | undefined): Date {
  if (before === undefined || before.status === 'pending_selection') return next.updatedAt;
  return before.status === 'disconnected' ? before.updatedAt : before.createdAt;
}

function duplicate(): ServiceError {
  return conflict('duplicate_tenant_connection', 'another connection already owns this organization');
}
