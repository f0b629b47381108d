import {
  type EndpointHealth,
  type EndpointHealthStore,
  newHealth,
  type Plane,
  type WebhookEndpointId,
} from '#core/ports';
import { integer, millis, nullable, tableOf, text, time } from '../columns.ts';
import { findTogether } from '../find-together.ts';
import { planeColumns } from '../plane.ts';
import { requireTransaction, type Session } from '../session.ts';

export const healths = tableOf<EndpointHealth>()('endpoint_health', {
  endpointId: text,
  organizationId: text,
  environment: text,
  consecutiveFailures: integer,
  failingSince: nullable(time),
  lastFailureAt: nullable(time),
  lastError: nullable(text),
  lastSuccessAt: nullable(time),
  pausedAt: nullable(time),
  probeId: nullable(text),
  nextCheckAt: nullable(time),
});

export function endpointHealthStore(session: Session): EndpointHealthStore {
  const { db } = session;
  const table = () => healths.in(db);
  const one = (plane: Plane, id: WebhookEndpointId) => table().where({ ...planeColumns(plane), endpoint_id: id });
  const find = findTogether(session, healths, { key: 'endpoint_id' });
  const orNew = (health: EndpointHealth | undefined, plane: Plane, id: WebhookEndpointId) =>
    health ?? newHealth({ ...plane, endpointId: id });
  return {
    find: async (plane, id) => orNew(await find(plane, id), plane, id),
    async lock(plane, id) {
      requireTransaction(session, 'endpointHealth.lock');
      return orNew(await healths.one(one(plane, id).forUpdate()), plane, id);
    },
    async put(health) {
      const { endpoint_id: _id, ...changes } = healths.toRow(health);
      const changed = await one(health, health.endpointId).update(changes);
      if (changed === 0) throw new Error('the health of an endpoint is put without having been locked');
    },
    listDue: (now, limit) =>
      healths.all(table().where('next_check_at', '<=', millis(now)).orderBy('next_check_at').limit(limit)),
  };
}
