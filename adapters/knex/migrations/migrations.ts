import { tenancy } from './0001-tenancy.ts';
import { connections } from './0002-connections.ts';
import { records } from './0003-records.ts';
import { idempotency } from './0004-idempotency.ts';
import { operations } from './0005-operations.ts';
import { webhooks } from './0006-webhooks.ts';
import { notifications } from './0007-notifications.ts';
import { metering } from './0008-metering.ts';
import { fairQueue } from './0009-fair-queue.ts';
import { retention } from './0010-retention.ts';
import { webhookHealth } from './0011-webhook-health.ts';
import { timeline } from './0012-timeline.ts';
import { sync } from './0013-sync.ts';
import { secrets } from './0014-secrets.ts';
import { usage } from './0015-usage.ts';
import { consoleAccess } from './0016-console.ts';
import { providerAppChecks } from './0017-provider-app-checks.ts';
import { connectionHealth } from './0018-connection-health.ts';
import { endpointFailure } from './0019-endpoint-failure.ts';
import { anyText } from './0020-any-text.ts';
import { recordLeases } from './0021-record-leases.ts';
import { forgottenConnections } from './0022-forgotten-connections.ts';
import { appsAndPeople } from './0023-apps-and-people.ts';
import { pausedEndpoints } from './0024-paused-endpoints.ts';
import { turns } from './0025-turns.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema in order; versions count from 1 without holes. */
export const migrations: readonly Migration[] = [
  tenancy,
  connections,
  records,
  idempotency,
  operations,
  webhooks,
  notifications,
  metering,
  fairQueue,
  retention,
  webhookHealth,
  timeline,
  sync,
  secrets,
  usage,
  consoleAccess,
  providerAppChecks,
  connectionHealth,
  endpointFailure,
  anyText,
  recordLeases,
  forgottenConnections,
  appsAndPeople,
  pausedEndpoints,
  turns,
];
