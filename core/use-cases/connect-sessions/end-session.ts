// Ends of a connect link without a connection: by the customer, by who made it, by time.
import type { Caller } from '../../domain/caller.ts';
import { linkStateOf, moveOf, withdrawnError } from '../../domain/connect-moves.ts';
import { type ConnectResult, type ConnectSession, connectSessionStatus } from '../../domain/connect-session.ts';
import { move } from '../../domain/connection.ts';
import { connectSessionUsed, ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { findById } from '../access/find-by-id.ts';

/**
 * Ends the session, and the connection that waited for a choice. Throws CONFLICT `connect_session_used` if another request
 * was quicker, and then changes nothing.
 */
export async function endSession(ports: CorePorts, session: ConnectSession, result: ConnectResult): Promise<void> {
  await ports.storage.transaction(async (stores) => {
    await dropWaiting(stores, ports, session);
    const done: ConnectSession = { ...session, state: 'done', result };
    if (!(await stores.connectSessions.advance(done, session.state))) throw connectSessionUsed();
  });
}

async function dropWaiting({ connections, credentials }: Stores, { clock }: CorePorts, session: ConnectSession) {
  const waiting = session.connectionId && (await connections.find(session, session.connectionId));
  if (waiting?.status !== 'pending_selection') return;
  const dropped = move(waiting, 'disconnected', 'not_chosen', clock.now());
  if (await connections.update(dropped, 'pending_selection')) await credentials.remove(waiting.id);
}

/** For a link whose time is over. */
export async function tidyLapsed(ports: CorePorts, session: ConnectSession): Promise<void> {
  if (moveOf(linkStateOf(session, ports.clock.now()), 'lapsed') === 'keep') return;
  await endSession(ports, session, { status: 'cancelled' }).catch(unlessUsed);
}

function unlessUsed(error: unknown): void {
  if (!(error instanceof ServiceError) || error.details.reason !== connectSessionUsed().details.reason) throw error;
}

/** Each lost race has moved the session on: open, choosing, done. */
const triesMost = 3;

/**
 * Ends a link that nobody has used; again, it changes nothing. A consent under way then ends without a connection. Throws
 * NOT_FOUND, CONFLICT `connect_session_used` once the customer has connected.
 */
export function withdrawConnectSession(ports: CorePorts) {
  return async (caller: Caller, id: string) => {
    for (let tries = 0; tries < triesMost; tries++) {
      const session = await sessionOf(ports, caller, id);
      const next = moveOf(linkStateOf(session, ports.clock.now()), 'withdrawn');
      if (next === 'keep') break;
      if (next === 'refuse') throw connectSessionUsed('the customer has connected by this link: disconnect instead');
      await endSession(ports, session, { status: 'failed', error: withdrawnError }).catch(unlessUsed);
    }
    return shownSession(ports, await sessionOf(ports, caller, id));
  };
}

/** Throws NOT_FOUND. */
export function findConnectSession(ports: CorePorts) {
  return async (caller: Caller, id: string) => shownSession(ports, await sessionOf(ports, caller, id));
}

function sessionOf({ storage }: CorePorts, caller: Caller, id: string): Promise<ConnectSession> {
  return findById('connect session', 'cs', id, (known) => storage.connectSessions.find(caller, known));
}

function shownSession({ clock }: CorePorts, { id, result, state, expiresAt }: ConnectSession) {
  return {
    connectSessionId: id,
    status: connectSessionStatus({ state, result, expiresAt }, clock.now()),
    expiresAt,
    ...(result?.status === 'connected' && { connectionId: result.connectionId }),
    ...(result?.status === 'failed' && { error: result.error }),
  };
}
