import type { Plane, ProviderApp, ProviderAppStore } from '#core';
import { flagOf, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

interface ProviderAppRow {
  readonly id: ProviderApp['id'];
  readonly organization_id: ProviderApp['organizationId'];
  readonly environment: ProviderApp['environment'];
  readonly provider: ProviderApp['provider'];
  readonly name: string;
  readonly status: ProviderApp['status'];
  readonly is_default: boolean | number;
  readonly client_id: string | null;
  readonly sealed_client_secret: string | null;
  readonly sealed_webhook_key: string | null;
  readonly intent_received_at: number | null;
  readonly daily_call_limit: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const listMax = 1_000;

export function providerAppStore({ db }: Session): ProviderAppStore {
  const table = () => db<ProviderAppRow>('provider_apps');
  const one = async (conditions: Partial<ProviderAppRow>): Promise<ProviderApp | undefined> => {
    const row = await table().where(conditions).first<ProviderAppRow>();
    return row && toEntity(row);
  };
  return {
    async insert(app) {
      await table().insert(toRow(app));
    },
    find: (plane, id) => one({ ...planeColumns(plane), id }),
    findForReceiver: (id) => one({ id }),
    findDefault: (plane) => one({ ...planeColumns(plane), is_default: true }),
    list: (plane: Plane) => list(table().where(planeColumns(plane))),
    async noteIntent(id, at) {
      await table()
        .where({ id })
        .update({ intent_received_at: millis(at), updated_at: millis(at) });
    },
    async update(app) {
      const { id, created_at, ...changes } = toRow(app);
      await table()
        .where({ ...planeColumns(app), id })
        .update(changes);
    },
  };

  async function list(matching: ReturnType<typeof table>): Promise<readonly ProviderApp[]> {
    const rows: ProviderAppRow[] = await matching
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(listMax);
    return rows.map(toEntity);
  }
}

function toRow(app: ProviderApp): ProviderAppRow {
  return {
    id: app.id,
    organization_id: app.organizationId,
    environment: app.environment,
    provider: app.provider,
    name: app.name,
    status: app.status,
    is_default: app.isDefault,
    client_id: app.clientId,
    sealed_client_secret: app.sealedClientSecret,
    sealed_webhook_key: app.sealedWebhookKey,
    intent_received_at: millisOrNull(app.intentReceivedAt),
    daily_call_limit: app.dailyCallLimit,
    created_at: millis(app.createdAt),
    updated_at: millis(app.updatedAt),
  };
}

function toEntity(row: ProviderAppRow): ProviderApp {
  return {
    id: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    provider: row.provider,
    name: row.name,
    status: row.status,
    isDefault: flagOf(row.is_default),
    clientId: row.client_id,
    sealedClientSecret: row.sealed_client_secret,
    sealedWebhookKey: row.sealed_webhook_key,
    intentReceivedAt: timeOrNull(row.intent_received_at),
    dailyCallLimit: row.daily_call_limit,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}
