import type { AuditEntry } from '../api/wire.ts';

export const acts: Readonly<Record<string, string>> = {
  'api_key.created': 'Created an API key',
  'api_key.rolled': 'Rolled an API key',
  'api_key.revoked': 'Revoked an API key',
  'member.invited': 'Added a member',
  'member.role_changed': 'Changed a member’s role',
  'member.removed': 'Removed a member',
  'member.password_reset': 'Reset a member’s password',
  'member.password_changed': 'Changed their own password',
  'member.password_change_locked': 'Locked: too many wrong current passwords',
  'member.locked': 'Locked: too many failed sign-ins',
  'member.factors_removed': 'Removed a member’s second factors',
  'invitation.created': 'Invited a member by link',
  'invitation.withdrawn': 'Withdrew an invitation',
  'invitation.accepted': 'Joined by an invitation',
  'factor.added': 'Added a second factor',
  'factor.removed': 'Removed a second factor',
  'factor.codes_renewed': 'Made new recovery codes',
  'organization.changed': 'Changed the organization',
  'session.started': 'Signed in',
  'session.ended': 'Ended a session',
  'provider_app.created': 'Began a provider app',
  'provider_app.changed': 'Changed a provider app',
  'provider_app.credentials_set': 'Set a provider app’s credentials',
  'provider_app.verification_run': 'Verified a provider app',
  'provider_app.consent_begun': 'Began a consent for a provider app',
  'provider_app.consent_returned': 'Consent came back to a provider app',
  'connection.disconnected': 'Disconnected an organization',
  'connection.follow_changed': 'Changed what is followed of a connection',
  'webhook_endpoint.created': 'Added a webhook endpoint',
  'webhook_endpoint.updated': 'Changed a webhook endpoint',
  'webhook_endpoint.deleted': 'Removed a webhook endpoint',
  'webhook_endpoint.disabled': 'Disabled a webhook endpoint',
  'webhook_endpoint.secret_rotated': 'Rotated a signing secret',
  'operation.replay_many_requested': 'Asked to replay many operations',
  'webhook.redeliver_many_requested': 'Asked to send many deliveries again',
  'webhook_endpoint.recovered': 'Recovered an endpoint’s events',
  'webhook_delivery.replayed': 'Replayed a delivery',
  'alert.created': 'Added a destination of alerts',
  'alert.updated': 'Changed a destination of alerts',
  'alert.deleted': 'Removed a destination of alerts',
  'alert.tested': 'Sent a test of alerts',
  'list.exported': 'Exported a list',
  'export.downloaded': 'Downloaded an exported list',
  'provider_request.settled': 'Settled a provider request',
  'operation.replayed': 'Replayed an operation',
  'operation.proposed': 'Asked for a write that a member must approve',
  'operation.approved': 'Approved a write of an agent',
  'operation.declined': 'Declined a write of an agent',
  'operation.cancelled': 'Cancelled an operation',
  'secrets.reencryption_queued': 'Rotated the encryption key',
};

/** Says what was done; an action that is unknown here is shown by its name. */
export function actWords(
  action: string,
  details: Readonly<Record<string, unknown>>,
  changes: AuditEntry['changes'] = null,
): string {
  if (action === 'console.write') return callWords(details);
  if (action === 'api_key.created' && changes?.after?.['kind'] === 'agent') return 'Made an API key for an agent';
  const known = acts[action];
  if (known !== undefined) return known;
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const calls: readonly (readonly [form: RegExp, words: string])[] = [
  [/^POST .*\/connect-sessions$/, 'Made a connect link'],
  [/^POST .*\/portal-sessions$/, 'Made a link to a customer’s page'],
  [/^POST .*\/connections\/[^/]+\/sync$/, 'Started a sync'],
  [/^DELETE .*\/connections\/[^/]+$/, 'Disconnected a connection'],
  [/^POST .*\/connections\/[^/]+\/disconnect$/, 'Disconnected a connection'],
  [/^POST .*\/automations$/, 'Started an automation'],
  [/^POST .*\/webhook-endpoints\/[^/]+\/test$/, 'Sent a test event'],
];

/** Describes an API call that has no action of its own. */
function callWords({ method, path }: Readonly<Record<string, unknown>>): string {
  const call = `${String(method ?? '')} ${String(path ?? '').split('?')[0] ?? ''}`;
  return calls.find(([form]) => form.test(call))?.[1] ?? `Called ${call.replace('/accounting/', '')}`;
}

/** A field's name, and what is said of it; what it holds in full where that was shortened. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  readonly whole?: string;
}

/** Returns the changed fields with their values before and after; of lists what was added and removed. */
export function changePairs(changes: AuditEntry['changes']): readonly Pair[] {
  const { before, after } = changes ?? {};
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    const [from, to] = [before?.[name], after?.[name]];
    if (before && after && Array.isArray(from) && Array.isArray(to)) return listChange(nameWords(name), from, to);
    const [was, is] = [before, after].map((side) => side && pairOf(name, side[name] ?? 'none'));
    if (was?.whole === is?.whole && was?.value === is?.value) return [];
    if (!was) return is ?? [];
    const whole = `${was.whole ?? was.value} → ${is ? (is.whole ?? is.value) : 'removed'}`;
    return { name: was.name, value: `${was.value} → ${is?.value ?? 'removed'}`, whole };
  });
}

/** Returns an action's details as short pairs; for a long list its length. */
export function detailPairs(details: Readonly<Record<string, unknown>>): readonly Pair[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => pairOf(name, value));
}

const listMost = 3;

function pairOf(field: string, value: unknown): Pair {
  const name = nameWords(field);
  const whole = valueWords(value);
  if (!Array.isArray(value) || value.length <= listMost) return { name, value: whole };
  return { name, value: String(value.length), whole };
}

function listChange(name: string, from: readonly unknown[], to: readonly unknown[]): readonly Pair[] {
  const [before, after] = [from.map(valueWords), to.map(valueWords)];
  const said = (words: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${words} ${items.length <= listMost ? items.join(', ') : items.length}`];
  const parts = [
    ...said(
      'added',
      after.filter((one) => !before.includes(one)),
    ),
    ...said(
      'removed',
      before.filter((one) => !after.includes(one)),
    ),
  ];
  if (parts.length === 0) return [];
  return [{ name, value: parts.join(', '), whole: `${before.join(', ')} → ${after.join(', ')}` }];
}

function nameWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${valueWords(inner)}`)
      .join(', ');
  }
  return String(value);
}
