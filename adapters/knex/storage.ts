import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Storage, Stores } from '#core/ports';
import { millis } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { dropAhead } from './drop-ahead.ts';
import type { Session } from './session.ts';
import { consoleSessionStore, memberStore, organizationStore, signInFailureStore } from './stores/access-stores.ts';
import { agentSpendingStore, lookAlikeStore } from './stores/agent-stores.ts';
import { alertDestinationStore, alertStore } from './stores/alert-stores.ts';
import { apiKeyStore } from './stores/api-key-store.ts';
import { bulkItemStore } from './stores/bulk-item-store.ts';
import { connectionStore } from './stores/connection-store.ts';
import { connectSessionStore, credentialStore } from './stores/consent-stores.ts';
import { deliveryStore } from './stores/delivery-store.ts';
import { eventStore, projectionStore } from './stores/event-stores.ts';
import { exportStore } from './stores/export-store.ts';
import { factorStore, invitationStore } from './stores/factor-store.ts';
import { familyWalkStore } from './stores/family-walk-store.ts';
import { heldWriteStore } from './stores/held-write-store.ts';
import { auditStore, providerCallStore } from './stores/journal-stores.ts';
import { notificationStore } from './stores/notification-store.ts';
import { operationStore } from './stores/operation-store.ts';
import { overviewStore } from './stores/overview-store.ts';
import { providerAppStore } from './stores/provider-app-store.ts';
import { providerRequestStore } from './stores/provider-request-store.ts';
import { followStore, reconciliationStore, syncCursorStore } from './stores/reconciliation-store.ts';
import { recordStore } from './stores/record-stores.ts';
import { requestLogStore } from './stores/request-log-store.ts';
import { retentionStore } from './stores/retention-store.ts';
import { scheduleStore } from './stores/schedule-store.ts';
import { sealedValueStore } from './stores/sealed-value-store.ts';
import { usageStore } from './stores/usage-store.ts';
import { webhookEndpointStore } from './stores/webhook-endpoint-store.ts';
import { idempotencyStore, recordLeaseStore } from './stores/write-stores.ts';

/** Fills several pages of either database. */
const probeContent = randomBytes(12 * 1024).toString('base64');

/** Makes storage over an open database whose schema is current. The caller closes `db`. */
export function createKnexStorage(db: Knex, dialect: Dialect): Storage {
  return {
    ...storesOf({ db, dialect }),
    transaction: (work) => db.transaction((trx) => work(storesOf({ db: trx, dialect }))),
    dropAhead: (now) => dropAhead({ db }, millis(now)),
    ping: async () => void (await db.raw('select 1')),
    async probeWrite() {
      // These are two commits, because a row deleted in the commit that added it would need no disk space.
      await db('write_probes').insert({ content: probeContent });
      await db('write_probes').delete();
    },
  };
}

export function storesOf(session: Session): Stores {
  return {
    organizations: organizationStore(session),
    members: memberStore(session),
    consoleSessions: consoleSessionStore(session),
    factors: factorStore(session),
    invitations: invitationStore(session),
    signInFailures: signInFailureStore(session),
    apiKeys: apiKeyStore(session),
    providerApps: providerAppStore(session),
    connectSessions: connectSessionStore(session),
    connections: connectionStore(session),
    credentials: credentialStore(session),
    reconciliations: reconciliationStore(session),
    follows: followStore(session),
    familyWalks: familyWalkStore(session),
    records: recordStore(session),
    recordLeases: recordLeaseStore(session),
    idempotency: idempotencyStore(session),
    lookAlikes: lookAlikeStore(session),
    agentSpending: agentSpendingStore(session),
    operations: operationStore(session),
    bulkItems: bulkItemStore(session),
    heldWrites: heldWriteStore(session),
    projections: projectionStore(session),
    events: eventStore(session),
    webhookEndpoints: webhookEndpointStore(session),
    deliveries: deliveryStore(session),
    notifications: notificationStore(session),
    audit: auditStore(session),
    syncCursors: syncCursorStore(session),
    providerCalls: providerCallStore(session),
    requestLog: requestLogStore(session),
    providerRequests: providerRequestStore(session),
    exports: exportStore(session),
    schedules: scheduleStore(session),
    retention: retentionStore(session),
    usage: usageStore(session),
    alertDestinations: alertDestinationStore(session),
    alerts: alertStore(session),
    sealedValues: sealedValueStore(session),
    overview: overviewStore(session),
  };
}
