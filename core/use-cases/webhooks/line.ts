// Whether a delivery may go now or waits in line: for the breaker to close, or behind others of its connection.
import { advanced, type EndpointHealth, tendEverySeconds } from '../../domain/endpoint-health.ts';
import type { AttemptOutcome } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LinePlace } from '../../ports/delivery-line-store.ts';
import type { Stores } from '../../ports/storage.ts';

type Lines = Pick<Stores, 'deliveryLines'>;

export async function mustWait({ deliveryLines }: Lines, health: EndpointHealth, place: LinePlace): Promise<boolean> {
  if (health.openedAt) return health.probeId !== place.operationId;
  if (health.backlog === 'none') return false;
  return (await deliveryLines.standing(place)) === 'waiting';
}

/**
 * Puts a delivery in line, untried, unless what it would wait for is over: whoever closes a breaker or empties a line
 * holds the endpoint's health as this does, so nobody waits for what has been.
 */
export function waitInLine({ clock }: Pick<CorePorts, 'clock'>, seen: EndpointHealth, place: LinePlace) {
  return async (stores: Stores): Promise<AttemptOutcome> => {
    const now = clock.now();
    const health = await stores.endpointHealth.lock(seen, seen.endpointId);
    if (!(await mustWait(stores, health, place))) return { kind: 'held', until: now };
    await stores.deliveryLines.join([place], now);
    return { kind: 'held', until: null };
  };
}

/** After its attempt, however it went: the next of its connection may go. The caller holds `health` and keeps what is returned. */
export async function stepOut(
  { deliveryLines }: Lines,
  health: EndpointHealth,
  { operationId, endpointId, connectionId }: LinePlace,
  now: Date,
): Promise<EndpointHealth> {
  await deliveryLines.leave(operationId);
  if (health.openedAt || health.backlog !== 'leaving') return health;
  if (await deliveryLines.letOut(endpointId, connectionId, now)) return health;
  return (await deliveryLines.isEmpty(endpointId)) ? advanced(health, now) : health;
}

const batchDeliveries = 500;

/**
 * One batch of what lets a backlog go: what waits for its own retry joins the lines, then the first of each line goes.
 * The caller holds `health` and keeps what is returned; it is due at once when there is more to do.
 */
export async function letGo({ deliveryLines }: Lines, health: EndpointHealth, now: Date): Promise<EndpointHealth> {
  const { endpointId, backlog } = health;
  if (backlog === 'gathering') {
    const gathered = await deliveryLines.gather(endpointId, now, batchDeliveries);
    if (gathered >= batchDeliveries) return { ...health, tendAt: now };
    return letGo({ deliveryLines }, advanced(health, now), now);
  }
  if (backlog !== 'leaving') return health;
  await deliveryLines.dropEnded(endpointId, batchDeliveries);
  const lines = await deliveryLines.letOutAll(endpointId, now, batchDeliveries);
  if (lines >= batchDeliveries) return { ...health, tendAt: now };
  if (await deliveryLines.isEmpty(endpointId)) return advanced(health, now);
  return { ...health, tendAt: new Date(now.getTime() + tendEverySeconds * 1000) };
}
