import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { type Cause, causes } from '../../domain/budget.ts';
import { environments } from '../../domain/caller.ts';
import { capabilities } from '../../domain/capability.ts';
import { connectionStatuses, retentionModes } from '../../domain/connection.ts';
import {
  connectionHealthReasons,
  connectionHealths,
  healthMessage,
  type MonitoredConnection,
} from '../../domain/connection-health.ts';
import { type Follow, notWalkedReasons, type ShownWalk, walkedFor } from '../../domain/follow.ts';
import { reportNames } from '../../domain/report-query.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { syncWarningReasons, syncWarningsMax } from '../../domain/sync.ts';
import { anyObject, count, described, field, Timestamp } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

/** A connection in events, files and the console. */
export const ConnectionFacts = v.object({
  connection_id: v.string(),
  external_account_id: v.string(),
  provider: described(v.string(), 'The provider’s id in `GET /v1/providers`; a connection keeps it.'),
  provider_app_id: field.text,
  provider_tenant_id: field.text,
  provider_tenant_name: field.text,
  environment: v.picklist(environments),
  status: v.picklist(connectionStatuses),
  status_reason: field.text,
  health: v.picklist(connectionHealths),
  health_reason: v.nullable(v.picklist(connectionHealthReasons)),
  health_message: field.text,
  last_success_at: field.time,
  retention_mode: v.picklist(retentionModes),
  scopes: v.array(v.string()),
  metadata: anyObject,
  last_synced_at: field.time,
  sync_from: field.text,
  sync_warnings: described(
    v.array(
      v.object({
        resource_type: v.picklist(resourceTypes),
        provider_id: field.text,
        reason: v.picklist(syncWarningReasons),
        noted_at: Timestamp,
      }),
    ),
    `Records that lists lack or show in an older state, because the service could not read or store them, and records that the provider stamped in the future. The newest ${syncWarningsMax}; a warning disappears once its record is read and stored again.`,
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** What is walked of a connection by the clock. */
const FollowAnswer = v.object({
  families: v.array(v.picklist(resourceTypes)),
  minutes: count,
  calls_a_day: count,
});

/** A connection in the answer to a request, whose language its words for the customer have. */
export const ConnectionAnswer = v.object({
  ...ConnectionFacts.entries,
  missing_scopes: described(
    v.array(v.string()),
    'Scopes that a consent asks for now and that this connection’s did not grant: what needs them is refused with `scope_missing` until the customer connects again.',
  ),
  follow: FollowAnswer,
  walks: v.optional(
    v.array(
      v.object({
        resource_type: v.picklist(resourceTypes),
        heard_by: v.picklist(walkedFor),
        walked_at: field.time,
        read: count,
        changed: count,
        removed: count,
        tried_at: field.time,
        not_walked: v.nullable(v.picklist(notWalkedReasons)),
      }),
    ),
  ),
  customer_message: field.text,
});

const present = presenter(ConnectionFacts);

/** A connection as receivers of its events see it. It holds no credentials. */
export function connectionView(monitored: MonitoredConnection) {
  const { health, syncWarnings, ...connection } = monitored;
  const { state, reason, lastSuccessAt } = health;
  return present({
    ...connection,
    connectionId: connection.id,
    health: state,
    healthReason: reason,
    healthMessage: healthMessage(monitored),
    lastSuccessAt,
    syncWarnings: syncWarnings.map(({ type, at, ...warning }) => ({ ...warning, resourceType: type, notedAt: at })),
  });
}

const presentFollow = presenter(v.object(v.pick(ConnectionAnswer, ['missing_scopes', 'follow', 'walks']).entries));

interface Followed {
  readonly missingScopes: readonly string[];
  readonly follow: Follow;
  readonly walks?: readonly ShownWalk[];
}

/** What is followed of a connection, how its families were last walked, and which scopes it lacks. */
export function followView({ missingScopes, follow, walks }: Followed) {
  const shown = walks?.map(({ type, ...walk }) => ({ ...walk, resourceType: type }));
  return presentFollow({ missingScopes, follow, walks: shown });
}

const spent = { limit: count, used: count, resets_at: Timestamp };

export const ConnectionBudgetAnswer = v.object({
  minute: v.object(spent),
  day: v.object({ ...spent, forecast: v.nullable(count) }),
  in_flight: count,
  by_cause: v.object(v.entriesFromList(causes, count)),
  blocked_until: field.time,
  follow: FollowAnswer,
});

/** A cause is one word wherever it is stored, so that its name has no camelCase. */
export function budgetView<Budget extends { readonly byCause: Readonly<Record<Cause, number>> }>({
  byCause,
  ...budget
}: Budget) {
  const { provider_requests: providerRequests, ...others } = byCause;
  return { ...budget, byCause: { ...others, providerRequests } };
}

const coverage = v.object({
  ...v.entriesFromList(capabilities, v.boolean()),
  writable_fields: v.array(v.string()),
});

export const ProviderAnswer = v.object({
  id: v.string(),
  name: v.string(),
  aliases: described(v.array(v.string()), 'Other names that requests may give as `provider`; answers have `id`.'),
  status: v.picklist(['available', 'coming_soon']),
  connect: v.picklist(['oauth', 'form']),
  scopes: described(
    v.array(v.string()),
    'What a consent asks for, in the provider’s words; it follows what the operator switched on.',
  ),
  notifications: v.picklist(['pushed', 'polled']),
  capabilities: v.object(v.entriesFromList(resourceTypes, v.optional(coverage))),
  reports: v.array(v.picklist(reportNames)),
  actions: v.array(v.string()),
  recipes: v.array(v.picklist(recipeNames)),
});

export const ConnectSessionAnswer = v.object({
  connect_session_id: v.string(),
  connect_url: described(v.pipe(v.string(), v.url()), 'Send the customer’s browser here. Works once.'),
  expires_at: Timestamp,
});

/** The state of a connect link. */
export const ConnectSessionStatusAnswer = v.object({
  connect_session_id: v.string(),
  status: v.picklist(['open', 'connected', 'cancelled', 'failed', 'expired']),
  connection_id: v.optional(v.string()),
  error: v.optional(v.string()),
  expires_at: Timestamp,
});

export const PortalSessionAnswer = v.object({
  id: v.string(),
  url: described(v.pipe(v.string(), v.url()), 'The page “Your connection”. Whoever has the link can end the access.'),
  expires_at: Timestamp,
});

export const ProviderLinkAnswer = v.object({
  url: described(v.pipe(v.string(), v.url()), 'Open it in a browser; it is not part of this API.'),
});
