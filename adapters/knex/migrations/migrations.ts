import { access } from './0001-access.ts';
import { connections } from './0002-connections.ts';
import { records } from './0003-records.ts';
import { operations } from './0004-operations.ts';
import { webhooks } from './0005-webhooks.ts';
import { metering } from './0006-metering.ts';
import { reconnect } from './0007-reconnect.ts';
import { health } from './0008-health.ts';
import { ended } from './0009-ended.ts';
import { budgets } from './0010-budgets.ts';
import { hourlySums } from './0011-hourly-sums.ts';
import { stages } from './0012-stages.ts';
import { healthReason } from './0013-health-reason.ts';
import { budgetCauses } from './0014-budget-causes.ts';
import { bulkItems } from './0015-bulk-items.ts';
import { ownStates } from './0016-own-states.ts';
import { keyRights } from './0017-key-rights.ts';
import { requestLog } from './0018-request-log.ts';
import { callsAbout } from './0019-calls-about.ts';
import { recordSearch } from './0020-record-search.ts';
import { secondFactors } from './0021-second-factors.ts';
import { hostedApps } from './0022-hosted-apps.ts';
import { invitations } from './0023-invitations.ts';
import { polled } from './0024-polled.ts';
import { providerDefaults } from './0025-provider-defaults.ts';
import { locale } from './0026-locale.ts';
import { deliveryConnections } from './0027-delivery-connections.ts';
import { auditFilters } from './0028-audit-filters.ts';
import { sessionsBeside } from './0029-sessions-beside.ts';
import { branding } from './0030-branding.ts';
import { failedOperations } from './0031-failed-operations.ts';
import { exportParts } from './0032-exports.ts';
import { databaseEpoch } from './0033-database-epoch.ts';
import { writeKeys } from './0034-write-keys.ts';
import { narrowings } from './0038-narrowings.ts';
import { repeats } from './0039-repeats.ts';
import { unlimited } from './0040-unlimited.ts';
import { bulkWarnings } from './0045-bulk-warnings.ts';
import { endsTakenBack } from './0046-ends-taken-back.ts';
import { providerIdentities } from './0048-provider-identities.ts';
import { toldRecords } from './0051-told-records.ts';
import { follow } from './0053-follow.ts';
import { syncFrom } from './0054-sync-from.ts';
import { operationalEvents } from './0055-operational-events.ts';
import { pauseTold } from './0056-pause-told.ts';
import { alerts } from './0057-alerts.ts';
import { amountFilters } from './0059-amount-filters.ts';
import { requestPaths } from './0060-request-paths.ts';
import { attachments } from './0061-attachments.ts';
import { routineOperations } from './0069-routine-operations.ts';
import { providerRequests } from './0075-provider-requests.ts';
import { bankTransactions } from './0078-bank-transactions.ts';
import { agentKeys } from './0080-agent-keys.ts';
import { heldWrites } from './0081-held-writes.ts';
import { requestClients } from './0086-request-clients.ts';
import { heldByKey } from './0087-held-by-key.ts';
import { agentWrites } from './0088-agent-writes.ts';
import type { Migration } from './migration.ts';

/** Every migration by its name, in order: the first makes version 1. */
export const migrations: Readonly<Record<string, Migration>> = {
  access,
  connections,
  records,
  operations,
  webhooks,
  metering,
  reconnect,
  health,
  ended,
  budgets,
  hourly_sums: hourlySums,
  stages,
  health_reason: healthReason,
  budget_causes: budgetCauses,
  bulk_items: bulkItems,
  own_states: ownStates,
  key_rights: keyRights,
  request_log: requestLog,
  calls_about: callsAbout,
  record_search: recordSearch,
  second_factors: secondFactors,
  hosted_apps: hostedApps,
  invitations,
  polled,
  provider_defaults: providerDefaults,
  locale,
  delivery_connections: deliveryConnections,
  audit_filters: auditFilters,
  sessions_beside: sessionsBeside,
  branding,
  failed_operations: failedOperations,
  exports: exportParts,
  write_keys: writeKeys,
  narrowings,
  repeats,
  unlimited,
  database_epoch: databaseEpoch,
  bulk_warnings: bulkWarnings,
  ends_taken_back: endsTakenBack,
  provider_identities: providerIdentities,
  amount_filters: amountFilters,
  request_paths: requestPaths,
  operational_events: operationalEvents,
  pause_told: pauseTold,
  follow,
  told_records: toldRecords,
  attachments,
  alerts,
  sync_from: syncFrom,
  routine_operations: routineOperations,
  provider_requests: providerRequests,
  bank_transactions: bankTransactions,
  agent_keys: agentKeys,
  held_writes: heldWrites,
  request_clients: requestClients,
  held_by_key: heldByKey,
  agent_writes: agentWrites,
};

/**
 * Migrations that remove something, each with the oldest version whose build works without it. All others only add what
 * accepts the writes of earlier builds (a new column has a default), so that such builds start and go on.
 */
export const removals: Readonly<Partial<Record<string, number>>> = { budgets: 10, stages: 12, hosted_apps: 22 };

/** The version of the schema in the release before this one, the only one that may run beside it. */
export const versionBefore = 52;
