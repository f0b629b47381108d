// What the product's workers do: every kind of operation, what follows when one ends, and what the clock starts.
import { runExport } from './console/run-export.ts';
import type { OperationType } from './domain/operation.ts';
import type { GivenUp } from './engine/batch.ts';
import type { OperationEndings } from './engine/operation-kind.ts';
import { createWorker, type WorkerApi, type WorkTable } from './engine/worker-api.ts';
import type { CorePorts } from './ports/core-ports.ts';
import { sendAlert } from './use-cases/alerts/send-alert.ts';
import { sweepAlerts } from './use-cases/alerts/sweep-alerts.ts';
import { forgetSchedule, weeklySchedule } from './use-cases/alerts/weekly-summary.ts';
import { heldEnding } from './use-cases/approvals/end-held.ts';
import { approvedAutomations, ifApproved } from './use-cases/approvals/if-approved.ts';
import { runHeld } from './use-cases/approvals/run-held.ts';
import { runBulk } from './use-cases/bulk/run-bulk.ts';
import { healthSchedule } from './use-cases/connections/keep-health.ts';
import { expiringKeysSchedule } from './use-cases/keys/tell-expiring-keys.ts';
import { keepAliveSchedule } from './use-cases/ledger/keep-tokens-alive.ts';
import { hydrateInvoice } from './use-cases/notifications/hydrate-invoice.ts';
import { automationEndings } from './use-cases/operations/automation-ending.ts';
import { bulkEnding } from './use-cases/operations/bulk-ending.ts';
import { tellDeadLetter } from './use-cases/operations/tell-dead-letter.ts';
import { sweepHeld } from './use-cases/operations/withdraw-held.ts';
import { runReplays } from './use-cases/replays/replay-many.ts';
import { replayableDeliveries, replayableOperations } from './use-cases/replays/replayable.ts';
import { purge, retentionSchedule } from './use-cases/retention/purge.ts';
import { reencrypt } from './use-cases/secrets/reencrypt.ts';
import { followSchedule } from './use-cases/sync/follow-schedule.ts';
import { reconcileSchedule } from './use-cases/sync/reconcile-schedule.ts';
import { syncConnection } from './use-cases/sync/sync-connection.ts';
import { tellSyncFailed } from './use-cases/sync/tell-sync.ts';
import { usageSchedule } from './use-cases/usage/metering.ts';
import { deliverEvent } from './use-cases/webhooks/deliver-event.ts';
import { recoverDeliveries } from './use-cases/webhooks/recover-deliveries.ts';
import { sweepEndpoints } from './use-cases/webhooks/sweep-endpoints.ts';
import { tellDeliveryGivenUp } from './use-cases/webhooks/tell-given-up.ts';

export function createWorkerApi(ports: CorePorts): WorkerApi {
  return createWorker(ports, productWork(ports));
}

/** An operation of a type that is not in `kinds` is left to the workers of a build that has it. */
export function productWork(ports: CorePorts): WorkTable {
  return {
    kinds: {
      ...approvedAutomations(ports),
      'record.write': ifApproved(runHeld(ports)),
      'records.bulk': ifApproved(runBulk(ports)),
      'notification.process': hydrateInvoice(ports),
      'webhook.deliver': deliverEvent(ports),
      'webhook.recover': recoverDeliveries(ports),
      'operation.replay_many': runReplays(ports, replayableOperations(ports)),
      'webhook.redeliver_many': runReplays(ports, replayableDeliveries(ports)),
      'list.export': runExport(ports),
      'alert.send': sendAlert(ports),
      'retention.purge': purge(ports),
      'secrets.reencrypt': reencrypt(ports),
      'connection.sync': syncConnection(ports),
      'connection.reconcile': syncConnection(ports),
      'connection.follow': syncConnection(ports),
    },
    endings: endings(ports),
    givenUp: givenUp(ports),
    schedules: [
      retentionSchedule(ports),
      reconcileSchedule(ports),
      followSchedule(ports),
      keepAliveSchedule(ports),
      healthSchedule(ports),
      usageSchedule(ports),
      weeklySchedule(ports),
      forgetSchedule(ports),
      expiringKeysSchedule(ports),
    ],
    afterSweep: async () => {
      await sweepEndpoints(ports)();
      await sweepAlerts(ports)();
      await sweepHeld(ports)();
    },
  };
}

function endings(ports: CorePorts): OperationEndings {
  const own: OperationEndings = { ...automationEndings(ports), 'records.bulk': bulkEnding(ports) };
  const held = Object.entries(own).map(([type, ending]) => [type, heldEnding(ports, ending)] as const);
  return { ...Object.fromEntries(held), 'record.write': heldEnding(ports) };
}

const syncTypes: ReadonlySet<OperationType> = new Set(['connection.sync', 'connection.reconcile', 'connection.follow']);

/** Each operation that is given up is told of by one event: syncs of a connection and deliveries have events of their own. */
function givenUp(ports: CorePorts): GivenUp {
  return async (stores, ended) => {
    const isSync = syncTypes.has(ended.type);
    if (ended.type === 'webhook.deliver') await tellDeliveryGivenUp(stores, ports, ended);
    else if (isSync && ended.connectionId !== null) await tellSyncFailed(stores, ports, ended);
    else await tellDeadLetter(stores, ports, ended);
  };
}
