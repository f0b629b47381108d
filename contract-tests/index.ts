// The contract suites' front door: what an adapter must keep, runnable with any test runner.
import * as samples from './samples.ts';

export { agentSpendingStoreContract, lookAlikeStoreContract } from './agent-stores.contract.ts';
export { alertDestinationStoreContract, alertStoreContract } from './alert-stores.contract.ts';
export type { Beside, Parents, StorageOf } from './arrange.ts';
export { bulkItemStoreContract } from './bulk-item-store.contract.ts';
export {
  connectionStoreContract,
  connectSessionStoreContract,
  credentialStoreContract,
  reconciliationStoreContract,
} from './connection-stores.contract.ts';
export {
  consoleSessionStoreContract,
  signInFailureStoreContract,
} from './console-stores.contract.ts';
export { type Clause, type Contract, firstBroken, type Harness, type Opened, type Runner, verify } from './contract.ts';
export { digesterContract } from './digester.contract.ts';
export { type EventSenders, eventSenderContract } from './event-sender.contract.ts';
export { eventSignerContract } from './event-signer.contract.ts';
export { eventStoreContract } from './event-store.contract.ts';
export { exportStoreContract } from './export-store.contract.ts';
export { factorStoreContract } from './factor-store.contract.ts';
export { heldWriteStoreContract } from './held-write-store.contract.ts';
export { idempotencyStoreContract } from './idempotency-store.contract.ts';
export { invitationStoreContract } from './invitation-store.contract.ts';
export { type AuthorizationUnderTest, ledgerAuthorizationContract } from './ledger-authorization.contract.ts';
export type { LedgerUnderTest } from './ledger-bench.ts';
export { ledgerGatewayContract } from './ledger-gateway.contract.ts';
export { listedRecords, recordsIn } from './listed-records.ts';
export { memberStoreContract } from './member-store.contract.ts';
export { notificationStoreContract } from './notification-store.contract.ts';
export { notificationVerifierContract } from './notification-verifier.contract.ts';
export { operationStoreContract } from './operation-store.contract.ts';
export { overviewStoreContract } from './overview-store.contract.ts';
export { projectionStoreContract } from './projection-store.contract.ts';
export { providerCallStoreContract } from './provider-call-store.contract.ts';
export { oddIds, providerIdContract } from './provider-id.contract.ts';
export { providerRequestStoreContract } from './provider-request-store.contract.ts';
export { recordLeaseStoreContract } from './record-lease-store.contract.ts';
export { recordStoreContract } from './record-store.contract.ts';
export { type BudgetUnderTest, requestBudgetContract, usualLimits } from './request-budget.contract.ts';
export { requestLogStoreContract } from './request-log-store.contract.ts';
export { retentionStoreContract } from './retention-store.contract.ts';
export { scheduleStoreContract } from './schedule-store.contract.ts';
export { sealedValueStoreContract } from './sealed-value-store.contract.ts';
export { type SecretVaults, secretVaultContract } from './secret-vault.contract.ts';
export { storageContract } from './storage.contract.ts';
export { storageContracts } from './storage-contracts.ts';
export { familyWalkStoreContract, syncCursorStoreContract } from './sync-cursor-store.contract.ts';
export { clockContract, idGeneratorContract } from './system.contract.ts';
export {
  apiKeyStoreContract,
  auditStoreContract,
  organizationStoreContract,
  providerAppStoreContract,
} from './tenancy-stores.contract.ts';
export { usageStoreContract } from './usage-store.contract.ts';
export { wakeUpContract } from './wake-up.contract.ts';
export { deliveryStoreContract, webhookEndpointStoreContract } from './webhook-stores.contract.ts';
export { samples };
