import type { Storage } from '#core/ports';
import { connectionStoresContract } from './connection-stores.contract.ts';
import { consoleStoresContract } from './console-stores.contract.ts';
import type { Contract } from './contract.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { notificationStoreContract } from './notification-store.contract.ts';
import { operationStoreContract } from './operation-store.contract.ts';
import { overviewStoreContract } from './overview-store.contract.ts';
import { projectionStoreContract } from './projection-store.contract.ts';
import { recordStoreContract } from './record-store.contract.ts';
import { retentionStoreContract } from './retention-store.contract.ts';
import { scheduleStoreContract } from './schedule-store.contract.ts';
import { sealedValueStoreContract } from './sealed-value-store.contract.ts';
import { storageContract } from './storage.contract.ts';
import { syncStoresContract } from './sync-stores.contract.ts';
import { tenancyStoresContract } from './tenancy-stores.contract.ts';
import { timelineStoresContract } from './timeline-stores.contract.ts';
import { usageStoreContract } from './usage-store.contract.ts';
import { webhookStoresContract } from './webhook-stores.contract.ts';

/** All that a storage promises: no adapter may leave one out. */
export const storageContracts: readonly Contract<Storage>[] = [
  storageContract,
  tenancyStoresContract,
  consoleStoresContract,
  connectionStoresContract,
  recordStoreContract,
  idempotencyStoreContract,
  operationStoreContract,
  projectionStoreContract,
  eventStoreContract,
  webhookStoresContract,
  notificationStoreContract,
  timelineStoresContract,
  scheduleStoreContract,
  retentionStoreContract,
  sealedValueStoreContract,
  syncStoresContract,
  usageStoreContract,
  overviewStoreContract,
];
