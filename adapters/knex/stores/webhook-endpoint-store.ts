import { type EventType, endpointsMax, type WebhookEndpoint, type WebhookEndpointStore, wants } from '#core';
import { documentOf, documentText, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { countOf, listPage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { requireTransaction, type Session } from '../session.ts';

interface EndpointRow {
  readonly id: WebhookEndpoint['id'];
  readonly organization_id: WebhookEndpoint['organizationId'];
  readonly environment: WebhookEndpoint['environment'];
  readonly url: string;
  readonly event_types: string;
  readonly description: string | null;
  readonly status: WebhookEndpoint['status'];
  readonly status_reason: string | null;
  readonly sealed_secret: string;
  readonly sealed_previous_secret: string | null;
  readonly previous_secret_until: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export function webhookEndpointStore(session: Session): WebhookEndpointStore {
  const { db } = session;
  const table = () => db<EndpointRow>('webhook_endpoints');
  /** Written out, because a partial index serves only a query that states its condition. */
  const kept = () => table().whereRaw("status <> 'deleted'");
  return {
    async insert(endpoint) {
      await table().insert(toRow(endpoint));
    },
    async find(plane, id) {
      const row = await kept()
        .where({ ...planeColumns(plane), id })
        .first<EndpointRow>();
      return row && toEntity(row);
    },
    async lock(plane, id) {
      requireTransaction(session, 'webhookEndpoints.lock');
      const row = await kept()
        .where({ ...planeColumns(plane), id })
        .forUpdate()
        .first<EndpointRow>();
      return row && toEntity(row);
    },
    async list(plane, request) {
      const matching = kept().where({ ...planeColumns(plane) });
      const page = await listPage<EndpointRow>(matching, newestFirst, request);
      return { ...page, items: page.items.map(toEntity) };
    },
    async listSubscribed(plane, type) {
      const rows: EndpointRow[] = await kept()
        .where({ ...planeColumns(plane), status: 'enabled' })
        .where((wanted) => wanted.whereRaw(...names('*')).orWhereRaw(...names(type)))
        .orderBy('id')
        .limit(endpointsMax);
      return rows.map(toEntity).filter((endpoint) => wants(endpoint, type));
    },
    count: (plane) => countOf(kept().where({ ...planeColumns(plane) })),
    async update(endpoint) {
      const { id, created_at, ...changes } = toRow(endpoint);
      await table()
        .where({ ...planeColumns(endpoint), id })
        .update(changes);
    },
  };
}

/** Whether the kept list of types names this one. */
function names(type: EventType | '*'): [sql: string, bindings: string[]] {
  return [String.raw`event_types like ? escape '\'`, [`%"${type.replaceAll('_', String.raw`\_`)}"%`]];
}

function toRow(endpoint: WebhookEndpoint): EndpointRow {
  return {
    id: endpoint.id,
    organization_id: endpoint.organizationId,
    environment: endpoint.environment,
    url: endpoint.url,
    event_types: documentText(endpoint.eventTypes),
    description: endpoint.description,
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    sealed_secret: endpoint.sealedSecret,
    sealed_previous_secret: endpoint.sealedPreviousSecret,
    previous_secret_until: millisOrNull(endpoint.previousSecretUntil),
    created_at: millis(endpoint.createdAt),
    updated_at: millis(endpoint.updatedAt),
  };
}

function toEntity(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    url: row.url,
    eventTypes: documentOf<WebhookEndpoint['eventTypes']>(row.event_types),
    description: row.description,
    status: row.status,
    statusReason: row.status_reason,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretUntil: timeOrNull(row.previous_secret_until),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}
