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
import type { Session } from '../session.ts';

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
  const keyOf = (plane: Plane, id: WebhookEndpointId) => ({ ...planeColumns(plane), endpoint_id: id });
  const find = findTogether(session, healths, { key: 'endpoint_id' });
  const orNew = (health: EndpointHealth | undefined, plane: Plane, id: WebhookEndpointId) =>
    health ?? newHealth({ ...plane, endpointId: id });
  return {
    find: async (plane, id) => orNew(await find(plane, id), plane, id),
    lock: async (plane, id) => orNew(await healths.lock(db, keyOf(plane, id)), plane, id),
    async put(health) {
      const { endpoint_id: id, ...changes } = healths.toRow(health);
      if (await healths.change(db, keyOf(health, id), changes)) return;
      // An older release that works beside this one makes endpoints without a health.
      if (
        !(await db('webhook_endpoints')
          .where({ ...planeColumns(health), id })
          .first('id'))
      ) {
        throw new Error('the health of an endpoint is put that is not there');
      }
      await healths.insert(db, health);
    },
    listDue: (now, limit) =>
      healths.all(healths.in(db).where('next_check_at', '<=', millis(now)).orderBy('next_check_at').limit(limit)),
  };
}
