// Valid entities for contract clauses; what a clause is about it names itself.
import type {
  ApiKey,
  AuditEntry,
  Connection,
  ConnectionId,
  ConnectSession,
  DeliveryDraft,
  Member,
  Operation,
  OperationalDraft,
  Organization,
  OrganizationId,
  Plane,
  ProviderApp,
  SequencedDraft,
  WebhookEndpoint,
} from '#core/ports';
import { newHealth, queueOperation } from '#core/ports';
import { moment, sampleId } from './sample-ids.ts';

export { moment, ownedBy, sampleId, samplePlane, someOwner } from './sample-ids.ts';
export {
  sampleBulkItem,
  sampleExportPart,
  sampleHeldWrite,
  sampleLoggedRequest,
  sampleProjection,
  sampleProviderRequest,
  sampleRecord,
} from './sample-records.ts';

/** On the plan `paid`, for 100 connections. */
export function sampleOrganization(given: Partial<Organization> = {}): Organization {
  return {
    id: sampleId('org'),
    name: 'Sample Ltd',
    plan: 'paid',
    connectionLimit: 100,
    requiresSecondFactor: false,
    branding: { displayName: null, colour: null, logo: null, supportUrl: null, privacyUrl: null, hidePoweredBy: false },
    createdAt: moment(),
    ...given,
  };
}

/** An owner with an address of its own and a password that is not temporary. */
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

/** A live key that was never used. */
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
    scopes: ['read', 'automate'],
    connectionIds: null,
    expiresAt: null,
    successorId: null,
    kind: 'backend',
    tools: null,
    limits: null,
    requiresApproval: 'none',
    lookAlikeHours: 0,
    lineageId: null,
    ...given,
  };
}

/** A draft without credentials, not the default. */
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

/** An act of the system on a key, with nested details. */
export function sampleAuditEntry(organizationId: OrganizationId, given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: sampleId('audit'),
    organizationId,
    environment: 'test',
    actor: 'system',
    actorName: 'Server',
    action: 'api_key.created',
    subject: sampleId('key'),
    details: { name: 'Server', nested: { list: [1, 'two', null] } },
    changes: { before: null, after: { scopes: ['read'] } },
    requestId: sampleId('req'),
    at: moment(),
    ...given,
  };
}

/** Open for half an hour, with digests of its own. */
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
    accountName: 'Harbour Tools',
    locale: 'de',
    syncFrom: null,
    reconnects: null,
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

/** Active, cached, with a link and a tenant of its own, through the hosted app. */
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
    syncFrom: null,
    followSetting: null,
    createdAt: moment(),
    updatedAt: moment(),
    ...given,
  };
}

/** Queued, due at once, of type `notification.process`. */
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
    origin: 'key:order “é”',
    requestId: sampleId('req'),
    begunBy: { type: 'api_key', id: 'key_1', name: 'Server “é”' } as const,
  };
  return { ...queueOperation(draft, createdAt), ...given };
}

/** `invoice.updated`, with an identity of its own. */
export function sampleEvent(
  plane: Plane,
  connectionId: ConnectionId,
  given: Partial<SequencedDraft> = {},
): SequencedDraft {
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
    traceparent: null,
    createdAt: moment(),
    ...given,
  };
}

/** `endpoint.paused`, without a connection unless one is given, with an identity of its own. */
export function sampleOperational(plane: Plane, given: Partial<OperationalDraft> = {}): OperationalDraft {
  const { connectionId: _, ...event } = sampleEvent(plane, sampleId('conn'));
  const data = { environment: plane.environment, subject: { type: 'webhook_endpoint', id: sampleId('we') } };
  return { ...event, connectionId: null, type: 'endpoint.paused', data, ...given };
}

/** Enabled and healthy, for `invoice.paid`. */
export function sampleEndpoint(plane: Plane, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    ...plane,
    id: sampleId('we'),
    url: 'https://hooks.sample.test/in',
    eventTypes: ['invoice.paid'],
    description: null,
    sendTraceparent: false,
    sealedSecret: 'sealed',
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    ...newHealth,
    createdAt: moment(),
    updatedAt: moment(),
    ...given,
  };
}

/** Of an event of its own, to the endpoint that is given, with the state of the operation. */
export function sampleDelivery(
  operation: Operation,
  given: Partial<DeliveryDraft> & Pick<DeliveryDraft, 'endpointId'>,
): DeliveryDraft {
  return {
    organizationId: operation.organizationId,
    environment: operation.environment,
    id: sampleId('dlv'),
    eventId: sampleId('evt'),
    connectionId: null,
    eventType: 'invoice.paid',
    operationId: operation.id,
    requestId: operation.requestId,
    createdAt: operation.createdAt,
    ...given,
  };
}
