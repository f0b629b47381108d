import { type ApiKey, expiringSince, keyExpiringDays } from '../../domain/api-key.ts';
import { secondsAfter } from '../../domain/backoff.ts';
import { isId } from '../../domain/ids.ts';
import type { Keyset } from '../../domain/page.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceOperational } from '../events/announce-operational.ts';

const keysAPart = 100;
const daySeconds = 86_400;

/** Tells `key.expiring` at 06:00 UTC, of each key once. */
export function expiringKeysSchedule(ports: CorePorts): Schedule {
  return {
    name: 'expiring_keys',
    everyMs: daySeconds * 1000,
    offsetMs: 6 * 3_600_000,
    async part({ progress }) {
      const now = ports.clock.now();
      const ending = { after: now, until: secondsAfter(now, keyExpiringDays * daySeconds) };
      const keys = await ports.storage.apiKeys.listEnding(ending, placeOf(progress), keysAPart);
      const last = keys.length < keysAPart ? undefined : keys.at(-1);
      return {
        async also(stores) {
          for (const key of keys) await tellExpiring(stores, ports, key);
        },
        next: last ? `${last.expiresAt?.getTime()} ${last.id}` : null,
      };
    },
  };
}

function placeOf(progress: string | null): Keyset | null {
  const [ms, id = ''] = progress?.split(' ') ?? [];
  return ms !== undefined && isId('key', id) ? { at: new Date(Number(ms)), id } : null;
}

async function tellExpiring(stores: Stores, ports: CorePorts, key: ApiKey): Promise<void> {
  const { id, organizationId, environment, name, lastFour, expiresAt } = key;
  const since = expiringSince(key);
  if (since === null || expiresAt === null) return;
  await announceOperational(stores, ports, {
    organizationId,
    environment,
    type: 'key.expiring',
    subject: { type: 'api_key', id, name },
    connectionId: null,
    reason: null,
    since,
    details: { expires_at: expiresAt.toISOString(), last_four: lastFour },
    operationId: null,
    requestId: ports.ids.next('req'),
    identityParts: [id, expiresAt.toISOString()],
  });
}
