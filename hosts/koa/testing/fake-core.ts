// A core with one of everything, for tests of the host.
import { type CachedRecord, type Core, unauthorized } from '#core';
import { notFound, resourceTypes } from '#core/ports';
import { type Listing, parsePage, type RawQuery } from '#core/schemas';
import { noHeaders, type RequestAnswer } from '../../../core/domain/provider-request.ts';
import { wireRecord } from '../../../core/families/wire-record.ts';
import type { ProviderRequestDetail } from '../../../core/use-cases/provider-requests/read-provider-requests.ts';
import { createRecords } from '../../../core/use-cases/resources/records.ts';
import { asking, back, brand, cancelled, choose, consent, gone, portal } from './connect-steps.ts';
import { createFakeConsole } from './fake-console.ts';
import {
  apiKey,
  connectionId,
  endpointId,
  operationId,
  sampleCaller,
  sampleConnection,
  sampleDelivery,
  sampleEndpoint,
  sampleOperation,
  sampleRecord,
} from './sample-values.ts';

const after = { at: new Date('2026-11-20T10:00:00.000Z'), id: connectionId };
const unused = async (): Promise<never> => {
  throw new Error('the fake core does not do this');
};

function one<T>(item: T, query: RawQuery): Listing<T> {
  return { items: [item], total: 3, hasMore: true, next: after, request: parsePage(query) };
}

function known<T>(id: string, expected: string, value: T): T {
  if (id !== expected) throw notFound('it');
  return value;
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-1.7 first ');
  yield Buffer.from('second');
}

const record = (id: string, type: string) => {
  const family = resourceTypes.find((one) => one === type);
  if (!family) throw notFound('resource type');
  return known(id, connectionId, sampleRecord(family));
};

const listed = (one: CachedRecord, includeNative: boolean) => ({
  ...wireRecord(one),
  ...(includeNative && { provider_data: one.native }),
});

const passedAnswer: RequestAnswer = {
  ...{ id: 'prq_1' as never, effect: 'write', outcome: 'done', status: 200, headers: noHeaders },
  ...{ digest: null, bytes: null, body: null },
};
const passedRequest: ProviderRequestDetail = {
  ...{
    id: passedAnswer.id,
    organizationId: 'org_1' as never,
    environment: 'test',
    connectionId,
    requestId: 'req_1' as never,
  },
  ...{ actor: 'key_1' as never, actorName: null, method: 'PUT', template: '/Groups', effect: 'write', outcome: 'done' },
  ...{ status: 200, bytes: null, correlationId: null, sealedRequest: null, createdAt: after.at, endedAt: after.at },
  ...{ settlement: null, sent: null, settleableAt: null },
};

const checked = ({ fields }: CachedRecord) => ({ item: fields, notChecked: ['role' as const] });

const resources: Core['resources'] = {
  list: async (_caller, { connectionId: id, type, query, includeNative = false }) => ({
    ...one(null, query),
    itemsJson: JSON.stringify([listed(record(id, type), includeNative)]),
    lastSyncedAt: null,
  }),
  read: async (_caller, { connectionId: id, type }) => record(id, type),
  readInvoiceByProviderId: async (_caller, { connectionId: id }) => record(id, 'invoices'),
  create: async (_caller, { connectionId: id, type, write }) => ({
    value: record(id, type),
    replayed: write.key === 'again',
    resolution: 'sent',
  }),
  update: async (_caller, { connectionId: id, type }) => ({
    value: record(id, type),
    replayed: false,
    resolution: 'sent',
  }),
  checkCreate: async (_caller, { connectionId: id, type }) => checked(record(id, type)),
  checkUpdate: async (_caller, { connectionId: id, type }) => checked(record(id, type)),
  delete: async () => ({ value: { deleted: true }, replayed: false }),
  cancel: async (_caller, { connectionId: id, type }) => ({
    value: { record: record(id, type), cancellationStatus: 'voided' },
    replayed: false,
  }),
  searchQuotes: async (_caller, { connectionId: id }) => ({
    records: [record(id, 'quotes')],
    page: 1,
    limit: 100,
    nextCursor: 'next',
  }),
  act: async (_caller, { action }) =>
    action.includes('get_')
      ? { kind: 'link', url: 'https://provider.example.com/page' }
      : { kind: 'pdf', chunks: bytes(), filename: 'INV-0001.pdf' },
};

const attach: Core['attachments']['upload'] = async () => ({
  value: {
    ...{ attachmentId: 'a-1', filename: 'bill.pdf', contentType: 'application/pdf' },
    ...{ size: 5, includeOnline: false, replaced: null },
  },
  replayed: false,
  resolution: 'sent',
});

const addNote: Core['history']['addNote'] = async () => ({
  value: { at: after.at, user: null, change: null, details: 'A note' },
  replayed: false,
  resolution: 'sent',
});

const allocate: Core['allocations']['allocate'] = async () => ({
  value: { allocationId: 'l-1', invoiceId: 'i-1', amount: 5, date: '2026-11-20' },
  replayed: false,
  resolution: 'sent',
});

export function createFakeCore(): Core {
  const own = { ...resources };
  return {
    records: createRecords(own),
    resources: own,
    previews: { create: unused, update: unused, cancel: unused, bulk: unused, automation: unused },
    allocations: { allocate, check: unused, remove: async () => ({ value: { removed: true }, replayed: false }) },
    attachments: { list: async () => [], download: unused, upload: attach, check: unused, remove: unused },
    history: { read: async () => [], addNote },
    reports: { read: unused },
    access: {
      authenticate: async (header, requestId) => {
        if (!header) throw unauthorized('missing');
        if (!header.startsWith('Bearer ')) throw unauthorized('no_bearer');
        if (header !== `Bearer ${apiKey}`) throw unauthorized('malformed');
        return { ...sampleCaller, requestId };
      },
      assertScope: () => {},
      assertReach: async () => {},
      createOrganization: unused,
      updateOrganization: unused,
      createMember: unused,
      removeMember: unused,
      issueKey: unused,
      revokeKey: unused,
      registerProviderApp: unused,
    },
    console: createFakeConsole(unused),
    secrets: { rotate: unused, keyUse: unused, missingKeys: unused },
    providers: { list: () => [] },
    providerRequests: {
      make: async () => ({ value: passedAnswer, replayed: false }),
      list: unused,
      find: unused,
      settle: async () => ({ value: passedRequest, replayed: false }),
    },
    connectSessions: {
      findAsker: async (token) => (token === 'token-1' ? { brand } : undefined),
      logo: unused,
      create: async () => ({
        value: {
          connectSessionId: 'cs_1' as never,
          connectUrl: 'https://api.example.com/connect/token-1',
          expiresAt: after.at,
        },
        replayed: false,
      }),
      find: unused,
      withdraw: async () => ({
        connectSessionId: 'cs_1' as never,
        status: 'failed',
        error: 'withdrawn',
        expiresAt: after.at,
      }),
      open: async (token) => (token === 'gone' ? gone : consent),
      submit: async ({ token }) => (token === 'gone' ? gone : back),
      cancel: async () => cancelled,
      callback: async ({ state, code, isOpener }) =>
        state === undefined ? gone : !isOpener ? asking : code === 'several' ? choose : back,
      choose: async ({ selection, tenantId, isRefused }) =>
        isRefused ? cancelled : selection === '' ? gone : tenantId === '' ? choose : back,
    },
    portal: {
      create: async () => ({
        value: { id: 'ps_1' as never, url: 'https://api.example.com/portal/token-1', expiresAt: after.at },
        replayed: false,
      }),
      open: async (token) => (token === 'gone' ? { kind: 'gone', why: 'unknown' } : portal),
      reconnect: async () => ({
        id: 'ps_1' as never,
        url: 'https://api.example.com/connect/token-1',
        expiresAt: after.at,
      }),
      end: async () => undefined,
    },
    connections: {
      list: async (_caller, query) => one(sampleConnection, query),
      find: async (_caller, id) => known(id, connectionId, sampleConnection),
      import: async () => sampleConnection,
      sync: async (_caller, { connectionId: id }) => ({
        value: known(id, connectionId, sampleOperation),
        replayed: false,
      }),
      budget: unused,
      lookAlikes: unused,
      change: async (_caller, id) => known(id, connectionId, sampleConnection),
      timeline: unused,
      invoiceTimeline: unused,
      disconnect: async (_caller, id) => known(id, connectionId, { ...sampleConnection, status: 'disconnected' }),
    },
    bulk: { create: async (_caller, { write }) => ({ value: sampleOperation, replayed: write.key === 'again' }) },
    automations: {
      create: async (_caller, { write }) => ({
        kind: 'queued',
        operation: sampleOperation,
        replayed: write.key === 'again',
      }),
      recipes: () => [],
    },
    operations: {
      list: async (_caller, query) => one(sampleOperation, query),
      find: async (_caller, id) => known(id, operationId, sampleOperation),
      items: unused,
      timeline: unused,
      failures: unused,
      replayMany: async () => ({ kind: 'queued', operation: sampleOperation, replayed: false }),
      replay: async (_caller, { operationId: id }) => ({
        value: known(id, operationId, sampleOperation),
        replayed: false,
      }),
      cancel: async (_caller, { operationId: id }) => ({
        value: known(id, operationId, sampleOperation),
        replayed: false,
      }),
    },
    events: {
      list: unused,
      find: unused,
      timeline: unused,
    },
    webhooks: {
      createEndpoint: async (_caller, { write }) => ({
        value: { endpoint: sampleEndpoint, signingSecret: write.key === 'again' ? null : 'whsec_abc' },
        replayed: write.key === 'again',
      }),
      listEndpoints: unused,
      findEndpoint: unused,
      endpointStatistics: unused,
      removeEndpoint: async (_caller, id) => known(id, endpointId, { ...sampleEndpoint, status: 'deleted' }),
      updateEndpoint: async (_caller, id) => known(id, endpointId, sampleEndpoint),
      rotateSecret: async (_caller, { endpointId: id, write }) => ({
        value: {
          endpoint: known(id, endpointId, { ...sampleEndpoint, previousSecretUntil: after.at }),
          signingSecret: write.key === 'again' ? null : 'whsec_def',
        },
        replayed: write.key === 'again',
      }),
      tryEndpoint: async (_caller, { endpointId: id }) => ({
        value: known(id, endpointId, sampleDelivery),
        replayed: false,
      }),
      replayDeliveries: async () => ({ kind: 'queued', operation: sampleOperation, replayed: false }),
      recoverEndpoint: async (_caller, { endpointId: id }) => ({
        value: known(id, endpointId, sampleOperation),
        replayed: false,
      }),
      findDelivery: unused,
      replayDelivery: async (_caller, { deliveryId }) => ({
        value: known(deliveryId, sampleDelivery.id, sampleDelivery),
        replayed: false,
      }),
      listDeliveries: unused,
    },
    notifications: {
      signatureHeader: (provider) => (provider === 'ledger' ? 'X-Ledger-Signature' : undefined),
      isSignature: (_provider, text) => text !== '',
      isReceiver: async ({ appId }) => appId !== 'app_unknown',
      receive: async ({ appId, signature }) =>
        appId === 'app_unknown' ? 'unknown_app' : signature === 'right' ? 'accepted' : 'refused',
    },
    requests: { record: () => {}, list: unused, failures: unused, find: unused },
    usage: {
      read: unused,
    },
    health: { ready: async () => true, database: () => 'kept' as const, replica: () => undefined },
    worker: {
      claim: unused,
      run: unused,
      handBack: unused,
      renew: unused,
      sweep: unused,
      nextDueAt: unused,
      depth: unused,
      tick: unused,
    },
  };
}
