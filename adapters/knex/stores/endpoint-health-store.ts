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

const healths = tableOf<EndpointHealth>()('endpoint_health', {
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
      const lockStored = () => healths.one(one(plane, id).forUpdate());
      const stored = await lockStored();
      if (stored) return stored;
      // Who changes an endpoint locks it before its health. The new row refers to it, so it is locked first here, too.
      await db('webhook_endpoints').where({ id }).forKeyShare().first('id');
      // Of two that lock a new one the second waits here for the first.
      await db.raw(
        `insert into endpoint_health (endpoint_id, organization_id, environment, consecutive_failures)
        select id, organization_id, environment, 0 from webhook_endpoints
        where id = ? and organization_id = ? and environment = ?
        on conflict (endpoint_id) do nothing`,
        [id, plane.organizationId, plane.environment],
      );
      return orNew(await lockStored(), plane, id);
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
