import { createConsoleApi } from './console/console-api.ts';
import { removeMemberOf } from './console/members.ts';
import { notingWrites } from './fresh-writes.ts';
import type { CorePorts } from './ports/core-ports.ts';
import { createWorkerApi } from './product-worker.ts';
import { tracedUseCases } from './traced.ts';
import { readLogo } from './use-cases/access/brand-of.ts';
import { assertKeyScope, assertReach } from './use-cases/access/key-reach.ts';
import { authenticate, issueKey, revokeKey } from './use-cases/access/keys.ts';
import { createMember, createOrganization } from './use-cases/access/organizations.ts';
import { registerProviderApp } from './use-cases/access/register-provider-app.ts';
import { listLookAlikes } from './use-cases/agents/list-look-alikes.ts';
import { allocateCredit, removeAllocation } from './use-cases/allocations/allocations.ts';
import { downloadAttachment, listAttachments, removeAttachment } from './use-cases/attachments/read-attachments.ts';
import { uploadAttachment } from './use-cases/attachments/upload-attachment.ts';
import { createAutomation } from './use-cases/automations/create-automation.ts';
import { previewAutomation } from './use-cases/automations/preview-automation.ts';
import { listRecipes } from './use-cases/automations/recipes.ts';
import { createBulk } from './use-cases/bulk/create-bulk.ts';
import { previewBulk } from './use-cases/bulk/preview-bulk.ts';
import { createConnectSession } from './use-cases/connect-sessions/create-connect-session.ts';
import { findConnectSession, withdrawConnectSession } from './use-cases/connect-sessions/end-session.ts';
import {
  cancelConnectSession,
  chooseTenant,
  openConnectSession,
  resumeConnect,
  submitConnectForm,
} from './use-cases/connect-sessions/flow.ts';
import { importConnection } from './use-cases/connect-sessions/import-connection.ts';
import { findAsker } from './use-cases/connect-sessions/outcome.ts';
import {
  createPortalSession,
  endFromPortal,
  openPortal,
  reconnectFromPortal,
} from './use-cases/connect-sessions/portal.ts';
import { changeConnection } from './use-cases/connections/follow-connection.ts';
import { healthAfterCalls } from './use-cases/connections/keep-health.ts';
import { readBudget } from './use-cases/connections/read-budgets.ts';
import { findConnection, listConnections } from './use-cases/connections/show-connections.ts';
import { lowBudgetAfterCalls } from './use-cases/connections/tell-low-budget.ts';
import { updateOrganization } from './use-cases/connections/update-organization.ts';
import { disconnect } from './use-cases/disconnect/disconnect.ts';
import { providerListings } from './use-cases/discovery/list-providers.ts';
import { findEvent, listEvents } from './use-cases/events/read-events.ts';
import { isReady } from './use-cases/health/is-ready.ts';
import { addNote } from './use-cases/history/add-note.ts';
import { readHistory } from './use-cases/history/read-history.ts';
import { receiveNotifications } from './use-cases/notifications/receive-notifications.ts';
import { cancelOperation, replayOperation } from './use-cases/operations/move-operation.ts';
import {
  findOperation,
  groupFailedOperations,
  listOperationItems,
  listOperations,
} from './use-cases/operations/read-operations.ts';
import { checkAllocation } from './use-cases/preflight/check-allocation.ts';
import { checkAttachment } from './use-cases/preflight/check-attachment.ts';
import { checkCreate, checkUpdate } from './use-cases/preflight/check-write.ts';
import { organizationRules } from './use-cases/preflight/organization-rules.ts';
import { previewCancel, previewCreate, previewUpdate } from './use-cases/previews/preview-write.ts';
import { makeRequest } from './use-cases/provider-requests/make-request.ts';
import { findProviderRequest, listProviderRequests } from './use-cases/provider-requests/read-provider-requests.ts';
import { settleProviderRequest } from './use-cases/provider-requests/settle-request.ts';
import { checkProviders } from './use-cases/providers/check-providers.ts';
import { replayMany } from './use-cases/replays/replay-many.ts';
import { replayableDeliveries, replayableOperations } from './use-cases/replays/replayable.ts';
import { readReport } from './use-cases/reports/read-report.ts';
import { findRequest, groupFailures, listRequests } from './use-cases/requests/read-requests.ts';
import { recordRequest } from './use-cases/requests/record-request.ts';
import { act } from './use-cases/resources/act.ts';
import { cancelDocument } from './use-cases/resources/cancel-document.ts';
import { deleteResource } from './use-cases/resources/delete-record.ts';
import { listResources, readInvoiceByProviderId, readResource } from './use-cases/resources/read-resources.ts';
import { createRecords } from './use-cases/resources/records.ts';
import { searchQuotes } from './use-cases/resources/search-quotes.ts';
import { createResource, updateResource } from './use-cases/resources/write-resources.ts';
import { keyUse, missingKeys } from './use-cases/secrets/key-use.ts';
import { rotateSecrets } from './use-cases/secrets/rotate-secrets.ts';
import { requestSync } from './use-cases/sync/request-sync.ts';
import {
  connectionTimeline,
  eventTimeline,
  invoiceTimeline,
  operationTimeline,
} from './use-cases/timeline/read-timelines.ts';
import { readUsage } from './use-cases/usage/read-usage.ts';
import { createEndpoint } from './use-cases/webhooks/create-endpoint.ts';
import { findDelivery, listDeliveries } from './use-cases/webhooks/read-deliveries.ts';
import { endpointStatistics, findEndpoint, listEndpoints } from './use-cases/webhooks/read-endpoints.ts';
import { recoverEndpoint } from './use-cases/webhooks/recover-endpoint.ts';
import { replayDelivery } from './use-cases/webhooks/replay-delivery.ts';
import { rotateSecret } from './use-cases/webhooks/rotate-secret.ts';
import { tryEndpoint } from './use-cases/webhooks/try-endpoint.ts';
import { removeEndpoint, updateEndpoint } from './use-cases/webhooks/update-endpoint.ts';
import { unlessReadOnly } from './use-cases/writes/unless-read-only.ts';

/**
 * The whole product as plain functions over what the caller provides; needs no container and no framework. Throws Error with
 * one sentence if a provider's traits are wrong.
 */
export function createCore(ports: CorePorts) {
  checkProviders(ports);
  const afterCalls = [healthAfterCalls(ports), lowBudgetAfterCalls(ports)];
  ports.journal.onStored(async (calls) => {
    for (const heard of afterCalls) await heard(calls);
  });
  const useCases = notingWrites(ports.replica, createUseCases(ports));
  return { ...tracedUseCases(ports.tracing, useCases), worker: createWorkerApi(ports) };
}

export type Core = ReturnType<typeof createCore>;

function createUseCases(ports: CorePorts) {
  const writes = unlessReadOnly(ports);
  return {
    access: {
      authenticate: authenticate(ports),
      assertScope: assertKeyScope,
      assertReach: assertReach(ports),
      createOrganization: createOrganization(ports),
      updateOrganization: updateOrganization(ports),
      createMember: createMember(ports),
      removeMember: removeMemberOf(ports),
      issueKey: issueKey(ports),
      revokeKey: revokeKey(ports),
      registerProviderApp: registerProviderApp(ports),
    },
    console: createConsoleApi(ports),
    providers: {
      /** The same for every caller. */
      list: () => providerListings(ports),
    },
    ...linksOf(ports),
    connections: connectionsOf(ports),
    ...recordsOf(ports),
    providerRequests: {
      /** Reads, too, which a deployment in read-only mode makes. */
      make: makeRequest(ports),
      list: listProviderRequests(ports),
      find: findProviderRequest(ports),
      settle: writes(settleProviderRequest(ports)),
    },
    bulk: { create: writes(createBulk(ports)) },
    automations: { create: writes(createAutomation(ports)), recipes: listRecipes },
    operations: {
      list: listOperations(ports),
      find: findOperation(ports),
      items: listOperationItems(ports),
      timeline: operationTimeline(ports),
      failures: groupFailedOperations(ports),
      replay: writes(replayOperation(ports)),
      replayMany: writes(replayMany(ports, replayableOperations(ports))),
      cancel: writes(cancelOperation(ports)),
    },
    events: { list: listEvents(ports), find: findEvent(ports), timeline: eventTimeline(ports) },
    webhooks: webhooksOf(ports),
    notifications: receiveNotifications(ports),
    secrets: { rotate: rotateSecrets(ports), keyUse: keyUse(ports), missingKeys: missingKeys(ports) },
    requests: {
      record: recordRequest(ports),
      list: listRequests(ports),
      failures: groupFailures(ports),
      find: findRequest(ports),
    },
    usage: { read: readUsage(ports) },
    health: {
      ready: isReady(ports),
      database: () => ports.databaseWatch?.state() ?? 'kept',
      /** Where lists are read; undefined without a replica. */
      replica: () => ports.replica?.state(),
    },
  };
}

/** Links for customers: to connect, and to their connection. */
function linksOf(ports: CorePorts) {
  const writes = unlessReadOnly(ports);
  return {
    connectSessions: {
      create: writes(createConnectSession(ports)),
      find: findConnectSession(ports),
      withdraw: writes(withdrawConnectSession(ports)),
      open: openConnectSession(ports),
      submit: submitConnectForm(ports),
      cancel: cancelConnectSession(ports),
      callback: resumeConnect(ports),
      choose: chooseTenant(ports),
      findAsker: findAsker(ports),
      logo: readLogo(ports),
    },
    portal: {
      create: writes(createPortalSession(ports)),
      open: openPortal(ports),
      reconnect: writes(reconnectFromPortal(ports)),
      end: writes(endFromPortal(ports)),
    },
  };
}

function recordsOf(ports: CorePorts) {
  const writes = unlessReadOnly(ports);
  const rules = organizationRules(ports);
  const resources = {
    list: listResources(ports),
    read: readResource(ports),
    readInvoiceByProviderId: readInvoiceByProviderId(ports),
    create: writes(createResource(ports)),
    update: writes(updateResource(ports)),
    cancel: writes(cancelDocument(ports)),
    checkCreate: checkCreate(ports, rules),
    checkUpdate: checkUpdate(ports, rules),
    delete: writes(deleteResource(ports)),
    searchQuotes: searchQuotes(ports),
    act: act(ports),
  };
  const allocations = {
    allocate: writes(allocateCredit(ports)),
    check: checkAllocation(ports),
    remove: writes(removeAllocation(ports)),
  };
  const attachments = {
    list: listAttachments(ports),
    download: downloadAttachment(ports),
    upload: writes(uploadAttachment(ports)),
    check: checkAttachment(ports, rules),
    remove: writes(removeAttachment(ports)),
  };
  const history = { read: readHistory(ports), addNote: writes(addNote(ports)) };
  /**
   * `resources` returns records as the core holds them, with the provider's documents; lists are JSON text as stored.
   */
  const reports = { read: readReport(ports) };
  /** What writes of agents would meet; nothing is written. */
  const previews = {
    create: previewCreate(ports, rules),
    update: previewUpdate(ports, rules),
    cancel: previewCancel(ports),
    bulk: previewBulk(ports),
    automation: previewAutomation(ports),
  };
  return { records: createRecords(resources), resources, previews, allocations, attachments, history, reports };
}

function connectionsOf(ports: CorePorts) {
  const writes = unlessReadOnly(ports);
  return {
    list: listConnections(ports),
    find: findConnection(ports),
    budget: readBudget(ports),
    lookAlikes: listLookAlikes(ports),
    change: writes(changeConnection(ports)),
    /** For operators: makes a connection from tokens that an app already holds. */
    import: importConnection(ports),
    disconnect: writes(disconnect(ports)),
    sync: writes(requestSync(ports)),
    timeline: connectionTimeline(ports),
    invoiceTimeline: invoiceTimeline(ports),
  };
}

function webhooksOf(ports: CorePorts) {
  const writes = unlessReadOnly(ports);
  return {
    createEndpoint: writes(createEndpoint(ports)),
    listEndpoints: listEndpoints(ports),
    findEndpoint: findEndpoint(ports),
    endpointStatistics: endpointStatistics(ports),
    removeEndpoint: writes(removeEndpoint(ports)),
    updateEndpoint: writes(updateEndpoint(ports)),
    rotateSecret: writes(rotateSecret(ports)),
    tryEndpoint: writes(tryEndpoint(ports)),
    recoverEndpoint: writes(recoverEndpoint(ports)),
    listDeliveries: listDeliveries(ports),
    findDelivery: findDelivery(ports),
    replayDelivery: writes(replayDelivery(ports)),
    replayDeliveries: writes(replayMany(ports, replayableDeliveries(ports))),
  };
}
