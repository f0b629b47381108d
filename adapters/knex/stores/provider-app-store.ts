import type { AppCheck, Plane, ProviderApp, ProviderAppStore } from '#core';
import { documentOf, documentText, flagOf, millis, millisOrNull, timeOf, timeOrNull } from '../columns.ts';
import { planeColumns } from '../plane.ts';
import { keptRowsOf, requireTransaction, type Session, unlessTaken } from '../session.ts';
import { providerAppConsents } from './provider-app-consents.ts';

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
  readonly webhook_key_set_at: number | null;
  readonly intent_received_at: number | null;
  readonly granted_scopes: string | null;
  readonly checks: string | null;
  readonly daily_call_limit: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const listMax = 1_000;

export function providerAppStore(session: Session): ProviderAppStore {
  const { db, dialect } = session;
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
    async findForReceivers(ids) {
      const asked = JSON.stringify(ids.map((id) => ({ id })));
      const rows = await keptRowsOf<ProviderAppRow>(
        db,
        `select * from provider_apps where id in (select id from (${dialect.given({ id: 'text' })}) asked)`,
        [asked],
      );
      const found = new Map(rows.map((row) => [row.id, toEntity(row)]));
      return ids.map((id) => found.get(id));
    },
    findDefault: (plane) => one({ ...planeColumns(plane), is_default: true }),
    list: (plane: Plane) => list(table().where(planeColumns(plane))),
    async noteIntent({ id, webhookKeySetAt }, at) {
      const of = table().where({ id });
      if (webhookKeySetAt) of.where({ webhook_key_set_at: millis(webhookKeySetAt) });
      else of.whereNull('webhook_key_set_at');
      await of.update({ intent_received_at: millis(at), updated_at: millis(at) });
    },
    async lock(plane, id) {
      requireTransaction(session, 'providerApps.lock');
      const row = await table()
        .where({ ...planeColumns(plane), id })
        .forUpdate()
        .first<ProviderAppRow>();
      return row && toEntity(row);
    },
    async clearDefault(plane) {
      await table()
        .where({ ...planeColumns(plane), is_default: true })
        .update({ is_default: false });
    },
    ...providerAppConsents(session),
    async update(app) {
      const { id, created_at, ...changes } = toRow(app);
      await db('provider_apps')
        .where({ ...planeColumns(app), id })
        .update(app.status === 'verified' ? changes : { ...changes, verified_client_id: null });
    },
    claimClientId: ({ id, clientId }) =>
      unlessTaken(session, async (inner) => {
        const claimed = await inner('provider_apps').where({ id }).update({ verified_client_id: clientId });
        return claimed === 1;
      }),
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
    webhook_key_set_at: millisOrNull(app.webhookKeySetAt),
    intent_received_at: millisOrNull(app.intentReceivedAt),
    granted_scopes: app.grantedScopes?.join(' ') ?? null,
    checks: documentText(app.checks.map(keptCheck)),
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
    webhookKeySetAt: timeOrNull(row.webhook_key_set_at),
    intentReceivedAt: timeOrNull(row.intent_received_at),
    grantedScopes: row.granted_scopes === null ? null : row.granted_scopes.split(' ').filter((scope) => scope !== ''),
    checks: row.checks === null ? [] : documentOf<readonly KeptCheck[]>(row.checks).map(checkOf),
    dailyCallLimit: row.daily_call_limit,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
  };
}

/** A check as it is kept, its time in milliseconds. */
type KeptCheck = Omit<AppCheck, 'checkedAt'> & { readonly checkedAt: number | null };

function keptCheck(check: AppCheck): KeptCheck & Record<string, string | number | null> {
  return { ...check, checkedAt: millisOrNull(check.checkedAt) };
}

function checkOf(kept: KeptCheck): AppCheck {
  return { ...kept, checkedAt: timeOrNull(kept.checkedAt) };
}
