import * as v from 'valibot';
import { actorOfEntry } from '../../domain/actor.ts';
import { approvalRules, keyKinds } from '../../domain/agent-rights.ts';
import { toolNames } from '../../domain/agent-tool.ts';
import { alertWays } from '../../domain/alert.ts';
import { type ApiKey, keyPrefix, keyScopes } from '../../domain/api-key.ts';
import { type AuditEntry, environments } from '../../domain/caller.ts';
import { connectionStatuses } from '../../domain/connection.ts';
import { connectionHealths } from '../../domain/connection-health.ts';
import { healthStates } from '../../domain/endpoint-health.ts';
import { factorKinds } from '../../domain/factor.ts';
import { alertableKinds } from '../../domain/operational-event.ts';
import { type Member, memberRoles, permissions } from '../../domain/organization.ts';
import { appCheckNames, appCheckStatuses, providerAppStatuses } from '../../domain/provider-app.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { anyObject, count, described, field, Timestamp } from '../../families/answer-fields.ts';
import { ConnectionBudgetAnswer, ConnectionFacts } from './connection.ts';
import { ActorAnswer } from './operation.ts';
import { presenter } from './present.ts';
import { deliveryHours, endedCount, WaitingAnswer, WebhookEndpointAnswer } from './webhooks.ts';

export const SignedInAnswer = v.object({
  member_id: v.string(),
  organization_id: v.string(),
  email: v.string(),
  role: v.picklist(memberRoles),
  permissions: v.array(v.picklist(permissions)),
  must_change_password: v.boolean(),
  must_add_factor: v.boolean(),
  csrf_token: v.string(),
  organization: v.optional(
    v.object({
      id: v.string(),
      name: v.string(),
      plan: v.string(),
      connection_limit: field.number,
      requires_second_factor: v.boolean(),
    }),
  ),
  organizations: v.optional(
    described(
      v.array(v.object({ organization_id: v.string(), name: v.string(), role: v.picklist(memberRoles) })),
      'In which this browser has a session.',
    ),
  ),
});

export const BrandingAnswer = v.object({
  name: described(v.string(), 'The organization’s own name, shown without a display name.'),
  display_name: v.nullable(v.string()),
  colour: v.nullable(v.string()),
  text: described(v.nullable(v.object({ colour: v.string(), contrast: v.number() })), 'On a button of the colour.'),
  logo: described(v.nullable(v.string()), 'Digest of the picture, which is at `/connect/logos/{digest}`.'),
  support_url: v.nullable(v.string()),
  privacy_url: v.nullable(v.string()),
  hide_powered_by: v.boolean(),
});

/** Where people are told that something needs one of them. */
export const AlertDestinationAnswer = v.object({
  alert_id: v.string(),
  kind: v.picklist(alertWays),
  address: described(v.string(), 'Of a webhook, its origin and last four characters: the whole is a secret.'),
  environments: v.array(v.picklist(environments)),
  events: described(v.array(v.picklist(['*', ...alertableKinds])), '`["*"]`: every kind, also those to come.'),
  weekly_summary: v.boolean(),
  created_at: Timestamp,
  last_sent_at: field.time,
  last_error: described(field.text, 'Why the latest message was not sent; null once one was sent since.'),
});

const AmountsAnswer = v.nullable(v.record(v.string(), v.number()));

export const ApiKeyAnswer = v.object({
  id: v.string(),
  kind: described(v.picklist(keyKinds), '`agent`: a model acts through it, so more is asked of its writes.'),
  environment: v.picklist(environments),
  name: v.string(),
  prefix: v.string(),
  last_four: v.string(),
  scopes: v.array(v.picklist(keyScopes)),
  connection_ids: described(v.nullable(v.array(v.string())), 'The only connections that it reaches; null: all.'),
  expires_at: field.time,
  tools: described(v.nullable(v.array(v.picklist(toolNames))), 'Of an agent key, the only tools; null: all.'),
  limits: described(
    v.nullable(v.object({ per_write: AmountsAnswer, per_day: AmountsAnswer, writes_per_day: field.number })),
    'Of an agent key: amounts by currency, before tax. A currency that is not named has 0; null: no limit.',
  ),
  requires_approval: described(v.picklist(approvalRules), 'Of an agent key, which of its writes wait for a person.'),
  look_alike_hours: described(count, 'Of an agent key, how long a create counts as a look-alike of a later one.'),
  created_at: Timestamp,
  last_used_at: field.time,
  revoked_at: field.time,
  secret: v.optional(described(v.string(), 'Only in the answer that creates the key.')),
});

export const MemberAnswer = v.object({
  id: v.string(),
  email: v.string(),
  role: v.picklist(memberRoles),
  password_is_temporary: v.boolean(),
  temporary_password_until: field.time,
  has_second_factor: v.optional(described(v.boolean(), 'Only in the list.')),
  created_at: Timestamp,
  temporary_password: v.optional(described(v.string(), 'Only in the answer that creates it.')),
});

export const InvitationAnswer = v.object({
  id: v.string(),
  email: v.string(),
  role: v.picklist(memberRoles),
  invited_by: v.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  link: v.optional(described(v.string(), 'Only in the answer that creates it.')),
});

/** An invitation as the holder of its link sees it. */
export const OpenInvitationAnswer = v.object({
  organization: v.string(),
  email: v.string(),
  role: v.picklist(memberRoles),
  expires_at: Timestamp,
});

export const FactorAnswer = v.object({
  id: v.string(),
  kind: v.picklist(factorKinds),
  name: v.string(),
  created_at: Timestamp,
  last_used_at: field.time,
});

/** `secret`, `uri` and `token` for an app with codes, `options` for a passkey. */
export const BegunFactorAnswer = v.object({
  kind: v.picklist(factorKinds),
  secret: v.optional(v.string()),
  uri: v.optional(v.string()),
  token: v.optional(v.string()),
  options: v.optional(anyObject),
});

export const ConsoleSessionAnswer = v.object({
  id: v.string(),
  agent: v.string(),
  is_this_one: v.boolean(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
});

export const AuditEntryAnswer = v.object({
  id: v.string(),
  at: Timestamp,
  actor: ActorAnswer,
  action: v.string(),
  subject: v.string(),
  environment: v.nullable(v.picklist(environments)),
  details: anyObject,
  changes: described(
    v.nullable(v.object({ before: v.nullable(anyObject), after: v.nullable(anyObject) })),
    'The changed fields.',
  ),
  request_id: v.string(),
});

/** Tells whether credentials are stored and shows none. */
export const ProviderAppAnswer = v.object({
  provider_app_id: v.string(),
  provider: v.string(),
  name: v.string(),
  environment: v.picklist(environments),
  status: v.picklist(providerAppStatuses),
  is_default: v.boolean(),
  daily_call_limit: v.nullable(count),
  has_client_id: v.boolean(),
  has_client_secret: v.boolean(),
  has_webhook_signing_key: v.boolean(),
  client_id_last_four: field.text,
  callback_urls: v.object({ oauth_redirect_uri: v.string(), webhook_url: v.string() }),
  checks: described(
    v.array(
      v.object({
        check: v.picklist(appCheckNames),
        status: v.picklist(appCheckStatuses),
        message: v.string(),
        remedy: field.text,
        checked_at: field.time,
      }),
    ),
    'Always all four, in this order.',
  ),
  required_scopes: v.array(v.string()),
  granted_scopes: v.nullable(v.array(v.string())),
  intent_received_at: field.time,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const AppConsentAnswer = v.object({ consent_url: v.string(), expires_at: Timestamp });

export const ListedBudgetAnswer = v.object({
  ...v.pick(ConnectionFacts, ['connection_id', 'external_account_id', 'provider_tenant_name', 'status']).entries,
  ...ConnectionBudgetAnswer.entries,
});

export const OverviewAnswer = v.object({
  generated_at: Timestamp,
  connections: v.object({
    by_status: v.object(v.entriesFromList(connectionStatuses, count)),
    by_health: v.object(v.entriesFromList(connectionHealths, count)),
    last_synced_at: field.time,
    failing: v.array(ConnectionFacts),
  }),
  webhook_endpoints: v.object({
    by_health: v.object(v.entriesFromList([...healthStates, 'disabled'], count)),
    failing: v.array(
      v.pick(WebhookEndpointAnswer, ['webhook_endpoint_id', 'url', 'status', 'status_reason', 'health']),
    ),
  }),
  operations: v.object({ hours: v.array(v.object({ at: Timestamp, ...endedCount })) }),
  deliveries: v.object({ hours: deliveryHours }),
  queue: v.object({ operations: WaitingAnswer, deliveries: WaitingAnswer }),
  alerts: described(
    v.object({ destinations: count, failing: count }),
    'Of this environment; failing: the latest message was not sent.',
  ),
});

export const RecordCountsAnswer = v.object({
  items: v.array(v.object({ type: v.picklist(resourceTypes), count })),
});

export const FoundAnswer = v.object({
  kind: described(v.string(), 'A resource type, or `connections`, `operations`, `members` …'),
  id: v.string(),
  title: v.string(),
  subtitle: v.string(),
  environment: v.picklist(environments),
  href: described(v.string(), 'The console’s page.'),
});

export const SearchAnswer = v.object({
  items: v.array(FoundAnswer),
  unsearched_connections: described(
    count,
    'Connections with zero retention: none of their records is stored or searched.',
  ),
});

const memberAnswer = presenter(MemberAnswer);
const keyAnswer = presenter(ApiKeyAnswer);
const entryAnswer = presenter(AuditEntryAnswer);

export function presentEntry(entry: AuditEntry) {
  return entryAnswer({ ...entry, actor: actorOfEntry(entry) });
}

export function presentMember(member: Member, temporaryPassword: string | null = null) {
  return memberAnswer({
    ...member,
    passwordIsTemporary: member.temporaryPasswordUntil !== null,
    temporaryPassword: temporaryPassword ?? undefined,
  });
}

export function presentKey(key: ApiKey, secret: string | null = null) {
  return keyAnswer({ ...key, prefix: keyPrefix(key.environment), secret: secret ?? undefined });
}
