import type { Storage } from '#core/ports';
import { agentSpendingStoreContract, lookAlikeStoreContract } from './agent-stores.contract.ts';
import { alertDestinationStoreContract, alertStoreContract } from './alert-stores.contract.ts';
import { bulkItemStoreContract } from './bulk-item-store.contract.ts';
import {
  connectionStoreContract,
  connectSessionStoreContract,
  credentialStoreContract,
  reconciliationStoreContract,
} from './connection-stores.contract.ts';
import { consoleSessionStoreContract, signInFailureStoreContract } from './console-stores.contract.ts';
import type { Contract } from './contract.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { exportStoreContract } from './export-store.contract.ts';
import { factorStoreContract } from './factor-store.contract.ts';
import { heldWriteStoreContract } from './held-write-store.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { invitationStoreContract } from './invitation-store.contract.ts';
import { memberStoreContract } from './member-store.contract.ts';
import { notificationStoreContract } from './notification-store.contract.ts';
import { operationStoreContract } from './operation-store.contract.ts';
import { overviewStoreContract } from './overview-store.contract.ts';
import { projectionStoreContract } from './projection-store.contract.ts';
import { providerCallStoreContract } from './provider-call-store.contract.ts';
import { providerIdContract } from './provider-id.contract.ts';
import { providerRequestStoreContract } from './provider-request-store.contract.ts';
import { recordLeaseStoreContract } from './record-lease-store.contract.ts';
import { recordStoreContract } from './record-store.contract.ts';
import { requestLogStoreContract } from './request-log-store.contract.ts';
import { retentionStoreContract } from './retention-store.contract.ts';
import { scheduleStoreContract } from './schedule-store.contract.ts';
import { sealedValueStoreContract } from './sealed-value-store.contract.ts';
import { storageContract } from './storage.contract.ts';
import { familyWalkStoreContract, syncCursorStoreContract } from './sync-cursor-store.contract.ts';
import {
  apiKeyStoreContract,
  auditStoreContract,
  organizationStoreContract,
  providerAppStoreContract,
} from './tenancy-stores.contract.ts';
import { usageStoreContract } from './usage-store.contract.ts';
import { deliveryStoreContract, webhookEndpointStoreContract } from './webhook-stores.contract.ts';

/** All that a storage promises, one suite a store: no adapter may leave one out. */
export const storageContracts: readonly Contract<Storage>[] = [
  storageContract,
  providerIdContract,
  organizationStoreContract,
  apiKeyStoreContract,
  providerAppStoreContract,
  auditStoreContract,
  memberStoreContract,
  consoleSessionStoreContract,
  signInFailureStoreContract,
  factorStoreContract,
  invitationStoreContract,
  connectSessionStoreContract,
  connectionStoreContract,
  reconciliationStoreContract,
  credentialStoreContract,
  recordStoreContract,
  recordLeaseStoreContract,
  lookAlikeStoreContract,
  agentSpendingStoreContract,
  idempotencyStoreContract,
  operationStoreContract,
  bulkItemStoreContract,
  heldWriteStoreContract,
  exportStoreContract,
  alertDestinationStoreContract,
  alertStoreContract,
  projectionStoreContract,
  eventStoreContract,
  webhookEndpointStoreContract,
  deliveryStoreContract,
  notificationStoreContract,
  providerCallStoreContract,
  requestLogStoreContract,
  providerRequestStoreContract,
  scheduleStoreContract,
  retentionStoreContract,
  sealedValueStoreContract,
  syncCursorStoreContract,
  familyWalkStoreContract,
  usageStoreContract,
  overviewStoreContract,
];
