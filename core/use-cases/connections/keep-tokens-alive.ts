import { type Connection, idleHours } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Schedule } from '../../engine/schedule.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { accessToken } from '../access-token.ts';
import { refusedAccess } from '../refused-access.ts';

const partConnections = 10;
/** So many in a row that could not reach the provider mean that it is out. */
const outagesMax = 3;
const outagePauseSeconds = 300;

/**
 * Renews the tokens of the next few connections that nobody has used for a day, in the order of their ids, behind
 * `progress`: one that cannot be renewed does not delay those behind it. Safe from any number of workers: the refresh lease lets one
 * of them do it. A connection whose grant is dead is marked. Answers with the next `progress`, null at the end, and how
 * long to leave the provider alone.
 */
export function keepTokensAlive(ports: CorePorts) {
  return async (progress: string | null): Promise<{ readonly next: string | null; readonly pauseSeconds: number }> => {
    const after = progress !== null && isId('conn', progress) ? progress : null;
    const before = new Date(ports.clock.now().getTime() - idleHours * 3_600_000);
    const idle = await ports.storage.connections.listActive({ refreshedBefore: before }, after, partConnections);
    let outages = 0;
    for (const connection of idle) {
      outages = (await renew(ports, connection)) ? 0 : outages + 1;
      if (outages >= outagesMax) return { next: connection.id, pauseSeconds: outagePauseSeconds };
    }
    return { next: idle.length < partConnections ? null : (idle.at(-1)?.id ?? null), pauseSeconds: 0 };
  };
}

/** False when the provider could not be reached. A connection that fails never stops the others. */
async function renew(ports: CorePorts, connection: Connection): Promise<boolean> {
  try {
    await accessToken(ports)(connection);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      ports.log.error('an idle token could not be renewed', error, { connection_id: connection.id });
      return true;
    }
    const refusal = await refusedAccess(ports, connection, error, ports.ids.next('req'));
    const reason = refusal instanceof ServiceError ? (refusal.details.reason ?? refusal.code) : 'unknown';
    ports.log.warn('an idle token could not be renewed', { connection_id: connection.id, reason });
    return !['PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT', 'RATE_LIMITED'].includes(error.code);
  }
}

/** Every ten minutes: what turned idle since, or could not be renewed then, has its turn long before the provider lets it die. */
export function keepAliveSchedule(ports: CorePorts): Schedule {
  const keepAlive = keepTokensAlive(ports);
  return { name: 'keep_alive', everyMs: 600_000, offsetMs: 0, part: ({ progress }) => keepAlive(progress) };
}
