// Lets a restricted key reach its own connections only. A request that names none of them is refused.
import { assertScope, type KeyScope } from '../../domain/api-key.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isId, isRequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

/** The parameters and body fields of a request, with their values. */
type Named = readonly (readonly [name: string, value: unknown])[];

type Find = (stores: Stores, caller: Caller, id: string) => Promise<string | null | undefined>;

/** Finds the connection that owns the thing a parameter names. */
const owners: Readonly<Record<string, { readonly what: string; readonly find: Find }>> = {
  connection_id: { what: 'connection', find: async (_stores, _caller, id) => id },
  connect_session_id: {
    what: 'connect session',
    async find({ connectSessions }, caller, id) {
      const session = isId('cs', id) ? await connectSessions.find(caller, id) : undefined;
      return session?.connectionId ?? session?.reconnects;
    },
  },
  operation_id: {
    what: 'operation',
    find: async ({ operations }, caller, id) =>
      isId('op', id) ? (await operations.find(caller, id))?.connectionId : undefined,
  },
  event_id: { what: 'event', find: eventConnection },
  provider_request_id: {
    what: 'provider request',
    find: async ({ providerRequests }, caller, id) =>
      isId('prq', id) ? (await providerRequests.find(caller, id))?.connectionId : undefined,
  },
  request_id: {
    what: 'request',
    find: async ({ requestLog }, caller, id) =>
      isRequestId(id) ? (await requestLog.find(caller, id))?.connectionId : undefined,
  },
  delivery_id: {
    what: 'webhook delivery',
    async find(stores, caller, id) {
      const delivery = isId('dlv', id) ? await stores.deliveries.find(caller, id) : undefined;
      return delivery && eventConnection(stores, caller, delivery.eventId);
    },
  },
};

async function eventConnection({ events }: Stores, caller: Caller, id: string) {
  return isId('evt', id) ? (await events.find(caller, id))?.connectionId : undefined;
}

/** Throws FORBIDDEN `scope_missing` for a key without the scope that a route needs. */
export function assertKeyScope({ rights }: Caller, scope: KeyScope): void {
  if (rights) assertScope(rights, scope);
}

/**
 * Throws NOT_FOUND if a restricted key names what belongs to another connection, as if it did not exist, and FORBIDDEN
 * `connection_restricted` if it names nothing that belongs to a connection.
 */
export function assertReach({ storage }: CorePorts) {
  return async (caller: Caller, named: Named): Promise<void> => {
    const reached = caller.rights?.connectionIds ?? null;
    if (reached === null) return;
    let names = 0;
    for (const [name, id] of named) {
      const owner = owners[name];
      if (!owner || typeof id !== 'string') continue;
      names += 1;
      const found = await owner.find(storage, caller, id);
      if (!reached.some((one) => one === found)) throw notFound(owner.what);
    }
    if (names === 0) {
      const message = `this API key is restricted to ${reached.length} connections: name one by connection_id`;
      throw new ServiceError('FORBIDDEN', message, { reason: 'connection_restricted' });
    }
  };
}
