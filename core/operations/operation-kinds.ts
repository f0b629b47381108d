import type { CorePorts } from '../ports/core-ports.ts';
import { automationKinds } from './automations/run-recipe.ts';
import { deliverEvent } from './deliver-event.ts';
import { hydrateInvoice } from './hydrate-invoice.ts';
import type { OperationKinds } from './operation-kind.ts';
import { purge } from './retention/purge.ts';
import { reencrypt } from './secrets/reencrypt.ts';
import { syncConnection } from './sync/sync-connection.ts';
import { recoverDeliveries } from './webhooks/recover-deliveries.ts';

/** What this worker can do; an operation of another type fails with a clear error. */
export function operationKinds(ports: CorePorts): OperationKinds {
  return {
    ...automationKinds(ports),
    'notification.process': hydrateInvoice(ports),
    'webhook.deliver': deliverEvent(ports),
    'webhook.recover': recoverDeliveries(ports),
    'retention.purge': purge(ports),
    'secrets.reencrypt': reencrypt(ports),
    'connection.sync': syncConnection(ports),
    'connection.reconcile': syncConnection(ports),
  };
}
