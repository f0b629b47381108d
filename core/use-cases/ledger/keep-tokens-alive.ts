import { type Connection, idleHours } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { accessToken } from './access-token.ts';
import { refusedAccess } from './refused-access.ts';

const partConnections = 10;
/** After this many unreachable connections in a row the provider counts as down. */
const outagesMax = 3;
const outagePauseSeconds = 300;

/**
 * Renews tokens that nobody used for a day, every ten minutes, so that a failed renewal is retried long before the provider
 * ends the grant. A failure delays no other connection; a dead grant is marked. The refresh lease lets one worker at a time
 * renew.
 */
export function keepAliveSchedule(ports: CorePorts): Schedule {
  return {
    name: 'keep_alive',
    everyMs: 600_000,
    offsetMs: 0,
    async part({ progress }) {
      const before = new Date(ports.clock.now().getTime() - idleHours * 3_600_000);
      const after = progress !== null && isId('conn', progress) ? progress : null;
      const idle = await ports.storage.connections.listActive({ refreshedBefore: before }, after, partConnections);
      let outages = 0;
      for (const connection of idle) {
        outages = (await renew(ports, connection)) ? 0 : outages + 1;
        if (outages >= outagesMax) return { next: connection.id, pauseSeconds: outagePauseSeconds };
      }
      return { next: idle.length < partConnections ? null : (idle.at(-1)?.id ?? null) };
    },
  };
}

/** False if the provider could not be reached. Never throws, so that one failure stops no other renewal. */
async function renew(ports: CorePorts, connection: Connection): Promise<boolean> {
  try {
    await accessToken(ports, connection);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      ports.log.error('an idle token could not be renewed', error, { connection_id: connection.id });
      return true;
    }
    const refusal = await refusedAccess(ports, connection, error, {
      requestId: ports.ids.next('req'),
      isApart: false,
    });
    const reason = refusal instanceof ServiceError ? (refusal.details.reason ?? refusal.code) : 'unknown';
    ports.log.warn('an idle token could not be renewed', { connection_id: connection.id, reason });
    return !['PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT', 'RATE_LIMITED'].includes(error.code);
  }
}
