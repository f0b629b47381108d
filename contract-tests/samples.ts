// Valid entities for contract clauses; what a clause is about it names itself.
import type {
  ApiKey,
  AuditEntry,
  CachedRecord,
  Connection,
  ConnectionId,
  ConnectSession,
  DeliveryDraft,
  EventDraft,
  Member,
  Operation,
  Organization,
  OrganizationId,
  PaymentProjection,
  Plane,
  ProviderApp,
  WebhookEndpoint,
} from '#core/ports';
import { newHealth, queueOperation } from '#core/ports';
import { moment, sampleId, someOwner } from './sample-ids.ts';

export { moment, ownedBy, sampleId, samplePlane, someOwner } from './sample-ids.ts';

export function sampleOrganization(given: Partial<Organization> = {}): Organization {
  return {
    id: sampleId('org'),
    name: 'Sample Ltd',
    plan: 'paid',
    connectionLimit: 100,
    createdAt: moment(),
    ...given,
  };
}

export function sampleMember(organizationId: OrganizationId, given: Partial<Member> = {}): Member {
  const id = sampleId('user');
  return {
    id,
    organizationId,
    email: `${id}@sample.test`,
    role: 'owner',
    passwordHash: '$hash$',
    temporaryPasswordUntil: null,
    createdAt: moment(),
    ...given,
  };
}

export function sampleApiKey(plane: Plane, given: Partial<ApiKey> = {}): ApiKey {
  const id = sampleId('key');
  return {
    ...plane,
    id,
    name: 'Server',
    digest: `digest-of-${id}`,
    lastFour: 'wxyz',
    createdAt: moment(),
    lastUsedAt: null,
    revokedAt: null,
    ...given,
  };
}

export function sampleProviderApp(plane: Plane, given: Partial<ProviderApp> = {}): ProviderApp {
  return {
    ...plane,
    id: sampleId('app'),
    provider: 'ledger',
    name: 'Our app',
    status: 'draft',
    isDefault: false,
    clientId: null,
    sealedClientSecret: null,
    sealedWebhookKey: null,
    webhookKeySetAt: null,
    intentReceivedAt: null,
    grantedScopes: null,
    checks: [],
    dailyCallLimit: null,
    createdAt: moment(),
    updatedAt: moment(),
    ...given,
  };
}

export function sampleAuditEntry(organizationId: OrganizationId, given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: sampleId('audit'),
    organizationId,
    environment: 'test',
    actor: 'system',
    action: 'api_key.created',
    subject: sampleId('key'),
    details: { name: 'Server', nested: { list: [1, 'two', null] } },
    requestId: sampleId('req'),
    at: moment(),
    ...given,
  };
}

export function sampleConnectSession(plane: Plane, given: Partial<ConnectSession> = {}): ConnectSession {
  const id = sampleId('cs');
  return {
    ...plane,
    id,
    state: 'open',
    tokenDigest: `token-of-${id}`,
    stateDigest: `state-of-${id}`,
    provider: 'ledger',
    providerAppId: null,
    externalAccountId: 'customer-1',
    redirectUri: 'https://app.sample.test/back',
    retentionMode: 'cached',
    metadata: { plan: 'gold' },
    consentId: null,
    connectionId: null,
    result: null,
    requestId: sampleId('req'),
    createdAt: moment(),
    expiresAt: moment(1_800),
    ...given,
  };
}

export function sampleConnection(plane: Plane, given: Partial<Connection> = {}): Connection {
  const id = sampleId('conn');
  return {
    ...plane,
    id,
    externalAccountId: 'customer-1',
    provider: 'ledger',
    providerAppId: null,
    providerConnectionId: `link-of-${id}`,
    providerTenantId: `tenant-of-${id}`,
    providerTenantName: 'Tenant Ltd',
    status: 'active',
    statusReason: null,
    retentionMode: 'cached',
    scopes: ['offline_access', 'accounting.transactions'],
    metadata: { note: 'ünïcödé ✓' },
    lastSyncedAt: null,
    scopeRefusedAt: null,
    syncWarnings: [],
    createdAt: moment(),
    updatedAt: moment(),
    ...given,
  };
}

export function sampleRecord(given: Partial<CachedRecord> = {}): CachedRecord {
  return {
    type: 'invoices',
    providerId: crypto.randomUUID(),
    providerUpdatedAt: moment(),
    fields: { status: 'DRAFT', number: 'INV-1', external_reference: 'PO 7', total: 1234.56, line_items: [] },
    native: { Total: 1234.56, Status: 'DRAFT', Zebra: 1, Apple: null },
    fetchedAt: moment(1),
    ...given,
  };
}

export function sampleOperation(plane: Plane, given: Partial<Operation> = {}): Operation {
  const { createdAt = moment() } = given;
  const draft = {
    ...plane,
    id: sampleId('op'),
    type: 'notification.process' as const,
    connectionId: null,
    subject: null,
    input: { resource_id: 'x', amounts: [0.1, 1e21] },
    metadata: { caller: 'sample' },
    requestId: sampleId('req'),
  };
  return { ...queueOperation(draft, createdAt), ...given };
}

export function sampleEvent(plane: Plane, connectionId: ConnectionId, given: Partial<EventDraft> = {}): EventDraft {
  const id = sampleId('evt');
  return {
    ...plane,
    id,
    type: 'invoice.updated',
    connectionId,
    identity: `identity-of-${id}`,
    data: { zulu: 1, alpha: { total: 10.5 } },
    operationId: null,
    requestId: sampleId('req'),
    createdAt: moment(),
    ...given,
  };
}

export function sampleEndpoint(plane: Plane, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    ...plane,
    id: sampleId('we'),
    url: 'https://hooks.sample.test/in',
    eventTypes: ['invoice.paid'],
    description: null,
    status: 'enabled',
    statusReason: null,
    sealedSecret: 'sealed',
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    ...newHealth,
    createdAt: moment(),
    updatedAt: moment(),
    ...given,
  };
}

export function sampleDelivery(
  operation: Operation,
  given: Partial<DeliveryDraft> & Pick<DeliveryDraft, 'endpointId'>,
): DeliveryDraft {
  return {
    organizationId: operation.organizationId,
    environment: operation.environment,
    id: sampleId('dlv'),
    eventId: sampleId('evt'),
    eventType: 'invoice.paid',
    operationId: operation.id,
    requestId: operation.requestId,
    createdAt: operation.createdAt,
    ...given,
  };
}

export function sampleProjection(
  connectionId: ConnectionId,
  given: Partial<PaymentProjection> = {},
): PaymentProjection {
  return {
    organizationId: someOwner,
    connectionId,
    providerInvoiceId: crypto.randomUUID(),
    status: 'AUTHORISED',
    total: 1000.1,
    amountPaid: 0.1,
    amountDue: 1000,
    amountCredited: 0,
    providerRevision: 'revision-1',
    updatedAt: moment(),
    ...given,
  };
}
