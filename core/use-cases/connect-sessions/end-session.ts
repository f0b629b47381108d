import type { ConnectResult, ConnectSession } from '../../domain/connect-session.ts';
import { move } from '../../domain/connection.ts';
import type { ConnectPorts } from './connect-ports.ts';

/** Uses the session up without a connection; what waited for a choice is let go. */
export async function abandon(
  { storage, clock }: ConnectPorts,
  session: ConnectSession,
  result: ConnectResult,
): Promise<void> {
  await storage.transaction(async (stores) => {
    if (!(await stores.connectSessions.advance({ ...session, state: 'done', result }, session.state))) return;
    if (session.connectionId === null) return;
    const pending = await stores.connections.find(session, session.connectionId);
    if (pending?.status !== 'pending_selection') return;
    await stores.connections.update(move(pending, 'disconnected', 'not_chosen', clock.now()), 'pending_selection');
    await stores.credentials.remove(pending.id);
  });
}
