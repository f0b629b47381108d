import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { connectionStatuses, retentionModes } from '../../domain/connection.ts';
import {
  connectionHealthReasons,
  connectionHealths,
  healthMessages,
  type MonitoredConnection,
} from '../../domain/connection-health.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { syncWarningReasons, syncWarningsMax } from '../../domain/sync.ts';
import { anyObject, described, field, Timestamp } from '../../families/answer-fields.ts';
import { presenter } from '../present.ts';

/** A customer's organization at the provider. */
export const ConnectionAnswer = v.object({
  connection_id: v.string(),
  external_account_id: described(v.string(), 'Your own identifier of the customer.'),
  provider: v.literal('ledger'),
  provider_app_id: described(field.text, 'Null for the hosted app.'),
  provider_tenant_id: field.text,
  provider_tenant_name: field.text,
  environment: v.picklist(environments),
  status: described(
    v.picklist(connectionStatuses),
    '`action_required`: the authorization is unusable and the customer has to connect again.',
  ),
  status_reason: field.text,
  health: described(
    v.picklist(connectionHealths),
    'Whether the connection works, judged by its recent calls to the provider and its syncs; it does not change `status`. `degraded`: the last three calls failed, or no sync of a connection that stores records ended for two reconciliation intervals. `failing`: `status` is `action_required`, a call of the last 24 hours needed a scope that was not granted, or the connection is degraded and nothing succeeded for eight reconciliation intervals. `ok` otherwise, and for a connection that is not in use. When the provider refuses a document, that is no failure of the connection.',
  ),
  health_reason: described(
    v.nullable(v.picklist(connectionHealthReasons)),
    'Null while `ok`. `authorization`: the provider refuses the authorization or the provider app. `scope_missing`: a call needs a scope that the customer did not grant. `rate_limited`: the provider refuses calls for their number. `provider_unavailable`: the provider fails or does not answer. `sync_failed`: calls do not fail, but no sync ended.',
  ),
  health_message: described(field.text, 'The reason and the next step, for a person.'),
  last_success_at: described(
    field.time,
    'The last call to the provider that succeeded, or the last sync that ended, whichever is later.',
  ),
  retention_mode: v.picklist(retentionModes),
  scopes: v.array(v.string()),
  metadata: anyObject,
  last_synced_at: field.time,
  sync_warnings: described(
    v.array(
      v.object({
        resource_type: v.picklist(resourceTypes),
        provider_id: described(field.text, 'Null where the provider’s document names no id.'),
        reason: v.picklist(syncWarningReasons),
        noted_at: Timestamp,
      }),
    ),
    `Records that lists do not show, or show in an older state, because the service could not read or store what the provider sent. The newest ${syncWarningsMax}; a warning disappears when its record was read and stored again.`,
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const present = presenter(ConnectionAnswer);

/** A connection as callers and receivers of its events see it; never its credentials. */
export function connectionView({ health, syncWarnings, ...connection }: MonitoredConnection) {
  const { state, reason, lastSuccessAt } = health;
  return present({
    ...connection,
    connectionId: connection.id,
    health: state,
    healthReason: reason,
    healthMessage: reason && healthMessages[reason],
    lastSuccessAt,
    syncWarnings: syncWarnings.map(({ type, at, ...warning }) => ({ ...warning, resourceType: type, notedAt: at })),
  });
}

export const ProviderAnswer = v.object({
  id: described(v.string(), 'The value of `provider` in a connect session.'),
  name: v.string(),
  status: v.picklist(['available', 'coming_soon']),
});

export const ConnectSessionAnswer = v.object({
  connect_session_id: v.string(),
  connect_url: v.pipe(v.string(), v.url(), v.description('Send the customer’s browser here. Works once.')),
  expires_at: Timestamp,
});

/** A page at the provider. */
export const ProviderLinkAnswer = v.object({
  url: v.pipe(v.string(), v.url(), v.description('Open it in a browser; it is not part of this API.')),
});
