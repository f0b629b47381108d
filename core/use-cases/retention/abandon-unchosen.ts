import type { Conclusion } from '../../engine/operation-kind.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { ConnectPorts } from '../connect-sessions/connect-ports.ts';
import { abandon } from '../connect-sessions/end-session.ts';
import { inRounds } from './purge-rounds.ts';

const sessionsARound = 20;
/** A choice that was made in the last moment is still being carried out. */
const graceMinutes = 5;

/** Ends connect sessions that expired before anybody chose: the connection is disconnected, its sealed tokens are gone. */
export function abandonUnchosen(ports: ConnectPorts) {
  return (steps: Steps): Promise<Conclusion> => {
    const expiredBefore = new Date(ports.clock.now().getTime() - graceMinutes * 60_000);
    return inRounds(ports, steps, async () => {
      const sessions = await ports.storage.connectSessions.listUnchosen(expiredBefore, sessionsARound);
      for (const session of sessions) await abandon(ports, session, { status: 'cancelled' });
      return { removed: sessions.length, isLast: sessions.length < sessionsARound };
    });
  };
}
