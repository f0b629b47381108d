import { type EndpointHealth, type EndpointHealthStore, newHealth, type Plane, type WebhookEndpointId } from '#core';
import { millisOrNull, timeOrNull } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { requireTransaction, type Session } from '../session.ts';

export interface HealthRow {
  readonly endpoint_id: EndpointHealth['endpointId'];
  readonly organization_id: EndpointHealth['organizationId'];
  readonly environment: EndpointHealth['environment'];
  readonly consecutive_failures: number;
  readonly failing_since: number | null;
  readonly last_failure_at: number | null;
  readonly last_error: string | null;
  readonly last_success_at: number | null;
  readonly paused_at: number | null;
  readonly probe_id: EndpointHealth['probeId'];
  readonly resumed_at: number | null;
  readonly next_check_at: number | null;
}

export function endpointHealthStore(session: Session): EndpointHealthStore {
  const { db } = session;
  const table = () => db<HealthRow>('endpoint_health');
  const one = (plane: Plane, id: WebhookEndpointId) => table().where({ ...planeColumns(plane), endpoint_id: id });
  return {
    async find(plane, id) {
      const row = await one(plane, id).first<HealthRow>();
      return row ? healthOf(row) : newHealth({ ...plane, endpointId: id });
    },
    async findAll(plane, ids) {
      const rows: HealthRow[] = await table()
        .where({ ...planeColumns(plane) })
        .whereIn('endpoint_id', [...ids]);
      const kept = new Map(rows.map((row) => [row.endpoint_id, healthOf(row)]));
      return ids.map((id) => kept.get(id) ?? newHealth({ ...plane, endpointId: id }));
    },
    async lock(plane, id) {
      requireTransaction(session, 'endpointHealth.lock');
      const held = () => one(plane, id).forUpdate().first<HealthRow>();
      const row = (await held()) ?? (await begin(id, plane).then(held));
      return row ? healthOf(row) : newHealth({ ...plane, endpointId: id });
    },
    async put(health) {
      const { endpoint_id: _id, ...changes } = toRow(health);
      const changed = await one(health, health.endpointId).update(changes);
      if (changed === 0) throw new Error('the health of an endpoint is put without having been locked');
    },
    async listDue(now, limit) {
      const rows: HealthRow[] = await table()
        .whereRaw('next_check_at is not null')
        .where('next_check_at', '<=', now.getTime())
        .orderBy('next_check_at')
        .limit(limit);
      return rows.map(healthOf);
    },
  };

  /**
   * Of two that lock a new one the second waits here for the first. The endpoint is held before: the new row refers to
   * it, and whoever changes it holds it first too, so neither waits for the other.
   */
  async function begin(id: WebhookEndpointId, plane: Plane): Promise<void> {
    await db('webhook_endpoints').where({ id }).forKeyShare().first('id');
    await db.raw(
      `insert into endpoint_health (endpoint_id, organization_id, environment, consecutive_failures)
      select id, organization_id, environment, 0 from webhook_endpoints
      where id = ? and organization_id = ? and environment = ?
      on conflict (endpoint_id) do nothing`,
      [id, plane.organizationId, plane.environment],
    );
  }
}

function toRow(health: EndpointHealth): HealthRow {
  return {
    endpoint_id: health.endpointId,
    organization_id: health.organizationId,
    environment: health.environment,
    consecutive_failures: health.consecutiveFailures,
    failing_since: millisOrNull(health.failingSince),
    last_failure_at: millisOrNull(health.lastFailureAt),
    last_error: health.lastError,
    last_success_at: millisOrNull(health.lastSuccessAt),
    paused_at: millisOrNull(health.pausedAt),
    probe_id: health.probeId,
    resumed_at: millisOrNull(health.resumedAt),
    next_check_at: millisOrNull(health.nextCheckAt),
  };
}

export function healthOf(row: HealthRow): EndpointHealth {
  return {
    endpointId: row.endpoint_id,
    organizationId: row.organization_id,
    environment: row.environment,
    consecutiveFailures: row.consecutive_failures,
    failingSince: timeOrNull(row.failing_since),
    lastFailureAt: timeOrNull(row.last_failure_at),
    lastError: row.last_error,
    lastSuccessAt: timeOrNull(row.last_success_at),
    pausedAt: timeOrNull(row.paused_at),
    probeId: row.probe_id,
    resumedAt: timeOrNull(row.resumed_at),
    nextCheckAt: timeOrNull(row.next_check_at),
  };
}
