// What the search finds beside what the service stores: pages, acts, types of events, and errors.
import { errorCodes, eventTypes } from './closed-sets.ts';
import { withQuery } from './query-state.ts';

export interface Place {
  readonly kind: 'pages' | 'acts' | 'event_types' | 'errors';
  readonly title: string;
  readonly subtitle: string;
  /** A page of the console without the environment, such as `events?type=invoice.paid`, or of the organization. */
  readonly page: string;
  readonly of: 'environment' | 'organization' | 'guides';
}

type Told = readonly [title: string, page: string, words?: string];

/** The console's menu, in its order. */
export const pagesOfEnvironment = [
  ['Overview', 'overview', 'home dashboard health'],
  ['Approvals', 'approvals', 'waiting agents proposals approve decline'],
  ['Connections', 'connections', 'customers organizations ledgers'],
  ['Requests', 'requests', 'log API calls'],
  ['Operations', 'operations', 'jobs work syncs automations'],
  ['Events', 'events', 'history'],
  ['Webhook endpoints', 'webhook-endpoints', 'receivers addresses secrets'],
  ['Deliveries', 'webhook-deliveries', 'webhooks sent attempts'],
  ['Provider budget', 'budgets', 'rate limits calls'],
  ['Usage', 'usage', 'meters metering'],
  ['Provider apps', 'provider-apps', 'client credentials'],
] as const satisfies readonly Told[];

export const pagesOfOrganization = [
  ['API keys', 'api-keys', 'scopes tokens secrets'],
  ['Members', 'members', 'people roles users team invitations'],
  ['Alerts', 'alerts', 'e-mail slack notify told'],
  ['Connect page', 'connect-page', 'brand logo colour settings'],
  ['Audit log', 'audit', 'history who changes'],
] as const satisfies readonly Told[];

const otherPages: readonly Told[] = [['Account', 'sessions', 'password profile settings sessions sign-ins']];

const guides: readonly Told[] = [
  ['Guides', '', 'help documentation docs'],
  ['API reference', 'api', 'help openapi documentation docs'],
  ['Event catalogue', 'events', 'help webhooks documentation docs'],
  ['Errors explained', 'errors', 'help codes reasons documentation docs'],
];

const actsOfEnvironment: readonly Told[] = [
  ['Approve a write of an agent', 'approvals', 'decline proposal waiting'],
  ['Connect an organization', 'connections', 'new customer link add'],
  ['Reconnect a customer', 'connections', 'authorization expired link'],
  ['Disconnect an organization', 'connections', 'remove end access'],
  ['Sync now', 'connections', 'refresh read again'],
  ['Add a webhook endpoint', 'webhook-endpoints', 'create new receiver'],
  ['Send a test event', 'webhook-endpoints', 'try webhook'],
  ['Rotate a signing secret', 'webhook-endpoints', 'webhook change'],
  ['Recover missed events', 'webhook-endpoints', 'resend replay outage'],
  ['Send failed deliveries again', 'webhook-deliveries?state=dead_letter', 'replay resend given up'],
  ['Send a held delivery now', 'webhook-deliveries?state=retrying', 'retrying waiting resend'],
  ['Replay failed operations', 'operations?state=failed', 'repair again'],
  ['Set up a provider app', 'provider-apps', 'create new register'],
];

const actsOfOrganization: readonly Told[] = [
  ['Create an API key', 'api-keys', 'new add make token'],
  ['Make an API key for an agent', 'api-keys/agent', 'mcp model assistant limits'],
  ['Roll an API key', 'api-keys', 'rotate replace'],
  ['Revoke an API key', 'api-keys', 'delete remove'],
  ['Invite a member', 'members', 'add user person'],
  ['Change a member’s role', 'members', 'rights permissions user'],
  ['Reset a member’s password', 'members', 'lost forgotten user'],
  ['Require a second factor', 'members', 'two-factor 2fa totp'],
  ['Add an alert', 'alerts', 'new e-mail slack notify destination'],
  ['Change the connect page', 'connect-page', 'brand logo colour edit'],
  ['Change your password', 'sessions', 'account new'],
  ['Add a second factor', 'sessions', 'two-factor 2fa totp passkey'],
];

const places: readonly (Place & { readonly words: string })[] = [
  ...of('pages', 'environment', 'Page', pagesOfEnvironment),
  ...of('pages', 'organization', 'Page', [...pagesOfOrganization, ...otherPages]),
  ...of('pages', 'guides', 'Document', guides),
  ...of('acts', 'environment', 'On its page', actsOfEnvironment),
  ...of('acts', 'organization', 'On its page', actsOfOrganization),
  ...of(
    'event_types',
    'environment',
    'Events of this type',
    eventTypes.map((type) => [type, withQuery('events', { type }), type.replaceAll(/[._]/g, ' ')] as const),
  ),
  ...of(
    'errors',
    'guides',
    'What it means and what to do',
    errorCodes.map((code) => [code, `errors#${code}`, code.replaceAll('_', ' ')] as const),
  ),
];

function of(kind: Place['kind'], where: Place['of'], subtitle: string, told: readonly Told[]) {
  return told.map(([title, page, words = '']) => {
    return { kind, title, subtitle, page, of: where, words: `${title} ${words}`.toLowerCase() };
  });
}

const ofKindMost = 5;

/** Returns the places each of whose words begins like one of the text's; at most five of a kind, those named so first. */
export function placesFor(text: string): readonly Place[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const found = places.filter(({ words }) => {
    const own = wordsOf(words);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  const whole = text.trim().toLowerCase();
  const isNamed = ({ title }: Place) => Number(title.toLowerCase().startsWith(whole));
  const ofKinds = Map.groupBy(found, ({ kind }) => kind);
  const shown = [...ofKinds.values()].flatMap((own) =>
    own.toSorted((a, b) => isNamed(b) - isNamed(a)).slice(0, ofKindMost),
  );
  return [...shown.map(({ words: _, ...place }) => place), ...refusalsFor(text.trim())];
}

/** A reason of a refusal is no closed set here: the log says which requests had it. */
function refusalsFor(text: string): readonly Place[] {
  if (!/^[a-z]+(?:_[a-z]+)+$/.test(text) || text.length > 60) return [];
  const page = withQuery('requests', { status: 'failed', reason: text });
  return [{ kind: 'errors', title: text, subtitle: 'Requests refused for this reason', page, of: 'environment' }];
}

const fillers = new Set(['a', 'an', 'the', 'of', 'to', 'my']);

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !fillers.has(word));
}
