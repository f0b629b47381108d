// The contract suites' front door: what an adapter must keep, runnable with any test runner.
import * as samples from './samples.ts';

export { budgetStoreContract } from './budget-store.contract.ts';
export { connectionStoresContract } from './connection-stores.contract.ts';
export { type Clause, type Contract, firstBroken, type Harness, type Runner, verify } from './contract.ts';
export { digesterContract } from './digester.contract.ts';
export { type EventSenders, eventSenderContract } from './event-sender.contract.ts';
export { eventSignerContract } from './event-signer.contract.ts';
export { eventStoreContract } from './event-store.contract.ts';
export { idempotencyStoreContract } from './idempotency-store.contract.ts';
export { type AuthorizationUnderTest, ledgerAuthorizationContract } from './ledger-authorization.contract.ts';
export type { LedgerUnderTest } from './ledger-bench.ts';
export { ledgerGatewayContract } from './ledger-gateway.contract.ts';
export { notificationStoreContract } from './notification-store.contract.ts';
export { notificationVerifierContract } from './notification-verifier.contract.ts';
export { operationStoreContract } from './operation-store.contract.ts';
export { projectionStoreContract } from './projection-store.contract.ts';
export { recordStoreContract } from './record-store.contract.ts';
export { type BudgetUnderTest, requestBudgetContract } from './request-budget.contract.ts';
export { type SecretVaults, secretVaultContract } from './secret-vault.contract.ts';
export { storageContract } from './storage.contract.ts';
export { storageContracts } from './storage-contracts.ts';
export { clockContract, idGeneratorContract } from './system.contract.ts';
export { tenancyStoresContract } from './tenancy-stores.contract.ts';
export { timelineStoresContract } from './timeline-stores.contract.ts';
export { wakeUpContract } from './wake-up.contract.ts';
export { webhookStoresContract } from './webhook-stores.contract.ts';
export { samples };
