// Sample values of every kind that the API shows.
import type {
  CachedRecord,
  Caller,
  ConnectionId,
  Delivery,
  JsonObject,
  Operation,
  OperationId,
  OrganizationId,
  RequestId,
  ResourceType,
  ShownConnection,
  WebhookEndpoint,
} from '#core';
import type { ApiKeyId, ConnectSession, DeliveryId, EventId, ProviderAppId, WebhookEndpointId } from '#core/ports';
import { families } from '../../../adapters/ledger-http/wire/families.ts';
import { recordOf } from '../../../adapters/ledger-http/wire/family.ts';

const suffix = '01jd9x8fbee5wv1tzd4nq6c2m7';
export const connectionId = `conn_${suffix}` as ConnectionId;
export const connectSessionId = `cs_${suffix}` as ConnectSession['id'];
export const operationId = `op_${suffix}` as OperationId;
export const endpointId = `we_${suffix}` as WebhookEndpointId;
export const requestIdSample = `req_${suffix}` as RequestId;
export const providerId = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
export const apiKey = 'acct_test_good';

const at = new Date('2026-11-20T10:00:00.000Z');
const plane = { organizationId: `org_${suffix}` as OrganizationId, environment: 'test' as const };

export const sampleCaller: Caller = { ...plane, actor: `key_${suffix}` as ApiKeyId, requestId: requestIdSample };

export const sampleConnection: ShownConnection = {
  missingScopes: [],
  ...plane,
  id: connectionId,
  externalAccountId: 'customer-4711',
  provider: 'ledger',
  providerAppId: `app_${suffix}` as ProviderAppId,
  providerConnectionId: 'link-1',
  providerTenantId: providerId,
  providerTenantName: 'Harbour Coffee Ltd',
  status: 'active',
  statusReason: null,
  retentionMode: 'cached',
  scopes: ['offline_access', 'accounting.invoices'],
  metadata: { region: 'nz' },
  lastSyncedAt: at,
  scopeRefusedAt: null,
  health: { state: 'degraded', reason: 'rate_limited', lastSuccessAt: at },
  syncWarnings: [],
  syncFrom: null,
  followSetting: null,
  follow: { families: ['quotes', 'accounts'], minutes: 60, callsADay: 48 },
  createdAt: at,
  updatedAt: at,
};

const native: JsonObject = {
  Type: 'ACCREC',
  InvoiceNumber: 'INV-0001',
  Status: 'DRAFT',
  DateString: '2026-11-20T00:00:00',
  LineItems: [{ LineItemID: providerId, Description: 'Consulting', Quantity: 2, UnitAmount: 150.5 }],
  Total: 301,
  UpdatedDateUTC: '/Date(1763632800000+0000)/',
};

/** A record as the gateway returns it. */
export function sampleRecord(type: ResourceType): CachedRecord {
  const family = families[type];
  const record = recordOf(family, { ...native, [family.idKey]: type === 'tax_rates' ? 'OUTPUT2' : providerId });
  if (!record) throw new Error('the sample has no id');
  return { ...record, fetchedAt: at };
}

const failure = { code: 'PROVIDER_TIMEOUT', message: 'no answer', retryable: true, outcome: 'unknown' } as const;

export const sampleOperation: Operation = {
  ...plane,
  id: operationId,
  type: 'connection.sync',
  state: 'retrying',
  connectionId,
  subject: null,
  input: { scope: 'all' },
  result: null,
  error: failure,
  steps: [
    { name: 'page-1', state: 'succeeded', result: { records: 100 }, error: null, startedAt: at, finishedAt: at },
    { name: 'page-2', state: 'failed', result: null, error: failure, startedAt: at, finishedAt: at },
  ],
  attempts: [{ run: 1, number: 1, startedAt: at, finishedAt: at, outcome: 'retrying', error: failure }],
  replays: [{ at, actor: 'key_1', reason: 'again', previousState: 'failed', previousAttemptCount: 3 }],
  run: 2,
  attemptCount: 1,
  maxAttempts: 10,
  lapses: 0,
  approval: null,
  nextAttemptAt: at,
  leaseExpiresAt: null,
  cancelRequestedAt: null,
  metadata: {},
  requestId: requestIdSample,
  begunBy: { type: 'api_key', id: 'key_1', name: 'Server' },
  origin: null,
  traceparent: null,
  createdAt: at,
  startedAt: at,
  updatedAt: at,
  finishedAt: null,
};

export const sampleEndpoint: WebhookEndpoint = {
  ...plane,
  id: endpointId,
  url: 'https://app.example.com/hooks',
  eventTypes: ['invoice.paid', '*'],
  description: null,
  sendTraceparent: false,
  status: 'enabled',
  statusReason: null,
  sealedSecret: 'sealed-secret-value',
  sealedPreviousSecret: null,
  previousSecretUntil: null,
  createdAt: at,
  updatedAt: at,
  consecutiveFailures: 12,
  failingSince: at,
  lastFailureAt: at,
  lastError: 'the endpoint answered 503',
  lastSuccessAt: null,
  pausedAt: at,
  pauseToldAt: null,
  probeId: null,
  nextCheckAt: at,
};

export const sampleDelivery: Delivery = {
  ...plane,
  id: `dlv_${suffix}` as DeliveryId,
  endpointId,
  eventId: `evt_${suffix}` as EventId,
  connectionId: null,
  eventType: 'invoice.paid',
  operationId,
  requestId: requestIdSample,
  state: 'retrying',
  nextAttemptAt: at,
  attempts: [
    { run: 1, number: 1, at, durationMs: 12, responseStatus: null, responseExcerpt: null, error: 'refused' },
    { run: 1, number: 2, at, durationMs: 30, responseStatus: 500, responseExcerpt: 'oops', error: null },
  ],
  createdAt: at,
  updatedAt: at,
};
