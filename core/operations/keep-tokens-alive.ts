import type { Connection } from '../domain/connection.ts';
import { idleHours } from '../domain/credentials.ts';
import { ServiceError } from '../domain/errors.ts';
import type { ConnectionId } from '../domain/ids.ts';
import { accessToken } from '../use-cases/access-token.ts';
import { type LedgerPorts, refusedAccess } from '../use-cases/with-ledger.ts';

const batchConnections = 100;
/** The rest waits for the next round. */
const batchesMax = 50;
/** So many in a row that could not reach the provider mean that it is out. */
const outagesMax = 3;

/**
 * Renews the tokens of connections that nobody has used for a day. Safe from any number of workers: the refresh lease
 * lets one of them do it. A connection whose grant is dead is marked; an outage is left to the next round.
 */
export function keepTokensAlive(ports: LedgerPorts) {
  return async (): Promise<number> => {
    const before = new Date(ports.clock.now().getTime() - idleHours * 3_600_000);
    let after: ConnectionId | null = null;
    let seen = 0;
    let outages = 0;
    for (let batch = 0; batch < batchesMax; batch++) {
      const idle: readonly Connection[] = await ports.storage.connections.listIdle(before, after, batchConnections);
      for (const connection of idle) {
        seen += 1;
        outages = (await renew(ports, connection)) ? 0 : outages + 1;
        if (outages >= outagesMax) return seen;
      }
      after = idle.at(-1)?.id ?? null;
      if (idle.length < batchConnections) break;
    }
    return seen;
  };
}

/** False when the provider could not be reached. One connection's trouble never keeps the others from being renewed. */
async function renew(ports: LedgerPorts, connection: Connection): Promise<boolean> {
  try {
    await accessToken(ports)(connection);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      ports.log.error('an idle token could not be renewed', error, { connection_id: connection.id });
      return true;
    }
    const told = await refusedAccess(ports, connection, error, ports.ids.next('req'));
    const reason = told instanceof ServiceError ? (told.details.reason ?? told.code) : 'unknown';
    ports.log.warn('an idle token could not be renewed', { connection_id: connection.id, reason });
    return !['PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT', 'RATE_LIMITED'].includes(error.code);
  }
}
