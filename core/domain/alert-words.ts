// What messages to people say: plain words, read at night on a small screen. Nothing of a record is in them, and no word of
// a provider's: only what the service itself knows of its own work, with the names that people gave to their own things.
import type { Alert, AlertDestination, Saying } from './alert.ts';
import type { Environment } from './caller.ts';
import type { AlertableKind, OperationalSubjectType } from './operational-event.ts';

/** Lines of plain text; `subject` is one line. */
export interface AlertMessage {
  readonly subject: string;
  readonly lines: readonly string[];
}

interface Words {
  /** `it` is the subject's name. */
  readonly title: (it: string) => string;
  /** What it means for customers, and what to do. */
  readonly means: string;
  readonly well?: (it: string) => string;
  readonly page: (id: string) => string;
}

const endpointPage = (id: string) => `webhook-endpoints/${id}`;
const connectionPage = (id: string) => `connections/${id}`;

const wordsByKind = {
  'connection.failing': {
    title: (it) => `The connection ${it} does not work`,
    means:
      'Nothing of this customer is read or written until it works again. Often the customer has to connect again: make a reconnect link on the page of the connection. What was read before is kept.',
    well: (it) => `The connection ${it} is well again`,
    page: connectionPage,
  },
  'endpoint.paused': {
    title: (it) => `Deliveries to ${it} are held`,
    means:
      'The endpoint failed ten times in a row. Your customers’ changes wait in line, one is tried about every minute, and all are sent once it answers. After five days without a success the endpoint is disabled.',
    well: (it) => `Deliveries to ${it} are well again`,
    page: endpointPage,
  },
  'endpoint.resumed': {
    title: (it) => `The endpoint ${it} gets its deliveries again`,
    means: 'What was held is on its way. Nothing has to be done.',
    page: endpointPage,
  },
  'endpoint.disabled': {
    title: (it) => `The endpoint ${it} is disabled`,
    means:
      'Nothing more is sent to it, and your side no longer hears of changes. Mend it, enable it on its page, and recover what was missed there.',
    well: (it) => `The endpoint ${it} is enabled and well again`,
    page: endpointPage,
  },
  'delivery.given_up': {
    title: (it) => `Deliveries to ${it} were given up`,
    means:
      'Your side was not told of these changes and will not be by itself. Once the endpoint works, replay them from its page or read what changed from the API.',
    page: endpointPage,
  },
  'operation.dead_lettered': {
    title: (it) => `The operation ${it} failed for good`,
    means:
      'It was tried as often as it may be. What it was to do for a customer may be half done: its page shows the steps, and it can be replayed there.',
    page: (id) => `operations/${id}`,
  },
  'operation.awaiting_approval': {
    title: (it) => `Something waits for you: ${it}`,
    means:
      'An agent asked for a write that a person must approve. Nothing is written until a member has read and approved it; after seven days without a decision it ends unwritten.',
    well: (it) => `The write ${it} waits no more`,
    page: (id) => `operations/${id}`,
  },
  'sync.failed': {
    title: (it) => `The sync of ${it} failed`,
    means:
      'Changes in this customer’s books may be seen late until a sync succeeds. The service tries again at the next interval; the page of the connection tells the reason.',
    well: (it) => `The sync of ${it} is well again`,
    page: connectionPage,
  },
  'budget.low': {
    title: (it) => `${it} has used more than 80 % of a day’s provider calls`,
    means:
      'When all are used, requests and syncs of this customer wait until midnight UTC. The page of the connection shows what uses them.',
    page: connectionPage,
  },
  'connections.near_limit': {
    title: () => 'Your plan’s connections are nearly used up',
    means: 'At the limit no further customer can connect; those that are connected go on.',
    page: () => 'connections',
  },
  'key.expiring': {
    title: (it) => `The API key ${it} ends soon`,
    means: 'Requests with it are refused once it has ended. Roll it in time: its successor has the same rights.',
    page: () => 'api-keys',
  },
} as const satisfies Readonly<Record<string, Words>>;

const wordsOf = (event: AlertableKind): Words => wordsByKind[event];

/** Pages of the whole organization have no environment in their address. */
const ofOrganization: ReadonlySet<string> = new Set(['api-keys']);

function linkOf(base: string, environment: Environment, page: string): string {
  return ofOrganization.has(page) ? `${base}/console/${page}` : `${base}/console/${environment}/${page}`;
}

const subjectWords: Readonly<Record<OperationalSubjectType, string>> = {
  webhook_endpoint: 'Endpoint',
  operation: 'Operation',
  connection: 'Connection',
  organization: 'Organization',
  api_key: 'API key',
};

/** The kinds of names that people give; longer ones are cut, and what could break a line or hide text is left out. */
export function plainName(name: string): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const all = [...line];
  return all.length <= 80 ? line : `${all.slice(0, 79).join('')}…`;
}

const nameOf = ({ subjectName, subjectId }: Alert): string => {
  const name = plainName(subjectName ?? '');
  return name === '' ? subjectId : `“${name}”`;
};

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
const environmentWord = (environment: Environment): string => (environment === 'live' ? 'live' : 'test');

export function titleOf(alert: Alert, kind: Exclude<Saying['kind'], 'nothing' | 'later'>): string {
  const { title, well } = wordsOf(alert.event);
  const it = nameOf(alert);
  if (kind === 'happened' || !well) return title(it);
  return kind === 'well' ? well(it) : `${title(it)} for a while, and is well again`;
}

/** `base` is the service's public address. */
export function alertMessage(
  alert: Alert,
  kind: Exclude<Saying['kind'], 'nothing' | 'later'>,
  base: string,
): AlertMessage {
  const { event, environment, subjectType, subjectId, since, lastAt, wellAt, untold } = alert;
  const { means, page } = wordsOf(event);
  const isEnded = kind !== 'happened' && wellAt !== null;
  const told: string[] = [`${titleOf(alert, kind)}.`, ''];
  told.push(`Environment: ${environmentWord(environment)}`);
  told.push(`${subjectWords[subjectType]}: ${subjectName(alert)}`);
  told.push(`Since: ${timeOf(since)}`);
  if (untold > 1 || (kind === 'well' && untold > 0)) {
    const again = kind === 'well' ? `${times(untold)} more since the last message` : `${times(untold)}`;
    told.push(`Happened: ${again}, last at ${timeOf(lastAt)}`);
  }
  if (isEnded) told.push(`Well again: ${timeOf(wellAt)}`);
  told.push(`Kind: ${event}`, '');
  told.push(isEnded ? 'Nothing has to be done.' : means, '', linkOf(base, environment, page(subjectId)));
  const tag = environment === 'live' ? '' : '[test] ';
  return { subject: `${tag}${titleOf(alert, kind)}`, lines: told };
}

function subjectName({ subjectName: name, subjectId }: Alert): string {
  const plain = plainName(name ?? '');
  return plain === '' ? subjectId : `${plain} (${subjectId})`;
}

const listedMost = 20;

/** Many subjects at once, in one message, because a destination gets a limited number of messages an hour. */
export function manyAlerts(
  all: readonly { readonly alert: Alert; readonly kind: Exclude<Saying['kind'], 'nothing' | 'later'> }[],
  base: string,
): AlertMessage {
  const lines = all.slice(0, listedMost).map(({ alert, kind }) => {
    const tag = alert.environment === 'live' ? '' : '[test] ';
    return `- ${tag}${titleOf(alert, kind)} (${alert.subjectId})`;
  });
  const environment = all.some(({ alert }) => alert.environment === 'live') ? 'live' : 'test';
  return {
    subject: `${all.length} more things need a look`,
    lines: [
      `So much happens that it is told together: ${all.length} more things, and nothing else until this hour is over.`,
      '',
      ...lines,
      ...(all.length > listedMost ? [`- and ${all.length - listedMost} more`] : []),
      '',
      'The overview shows everything that needs attention:',
      linkOf(base, environment, 'overview'),
    ],
  };
}

export function testMessage(
  { environments, events, weeklySummary }: AlertDestination,
  sender: string,
  base: string,
): AlertMessage {
  const wanted = events.includes('*') ? 'everything that needs a person' : events.join(', ');
  return {
    subject: 'A test of your alerts',
    lines: [
      `This is a test that ${plainName(sender)} asked for. If you can read it, alerts arrive here.`,
      '',
      `Told here: ${wanted}`,
      `Environments: ${environments.join(', ')}`,
      `Weekly summary: ${weeklySummary ? 'yes, on Mondays' : 'no'}`,
      '',
      `${base}/console/alerts`,
    ],
  };
}

export interface WeekCounts {
  readonly environment: Environment;
  readonly connections: {
    readonly active: number;
    readonly stopped: number;
    readonly failing: number;
    readonly degraded: number;
  };
  readonly endpoints: { readonly enabled: number; readonly held: number; readonly disabled: number };
  readonly deliveries: { readonly delivered: number; readonly givenUp: number };
  readonly operations: { readonly succeeded: number; readonly failed: number };
}

/** Counts and nothing else. */
export function weeklyMessage(until: Date, counts: readonly WeekCounts[], base: string): AlertMessage {
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const from = new Date(until.getTime() - 7 * 86_400_000);
  const sections = counts.flatMap(({ environment, connections, endpoints, deliveries, operations }) => [
    `${environment === 'live' ? 'Live' : 'Test'} data`,
    `  Connections: ${connections.active} active, ${connections.stopped} to reconnect, ${connections.failing} not working, ${connections.degraded} degraded`,
    `  Endpoints: ${endpoints.enabled} enabled, ${endpoints.held} held, ${endpoints.disabled} disabled`,
    `  Deliveries: ${deliveries.delivered} delivered, ${deliveries.givenUp} given up`,
    `  Operations: ${operations.succeeded} succeeded, ${operations.failed} failed`,
    `  ${linkOf(base, environment, 'overview?period=7d')}`,
    '',
  ]);
  return {
    subject: `Your week, ${day(from)} to ${day(until)}`,
    lines: [
      `The week from ${day(from)} to ${day(until)}, in counts.`,
      '',
      ...sections,
      'Where this summary is switched off:',
      `${base}/console/alerts`,
    ],
  };
}

/** As text for a webhook of Slack's form: nothing in it is a mention, a link of its own words, or mark-up. */
export function slackText({ subject, lines }: AlertMessage): string {
  const safe = (line: string) =>
    line
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Receivers of the same form read these as mentions and links.
      .replace(/@/g, '@\u200b')
      .replace(/\]\(/g, ']\u200b(')
      .replaceAll('://', ':\u200b//');
  const [first = subject, ...rest] = lines;
  return [
    `*${safe(first).replace(/[*_~`]/g, (mark) => `${mark}\u200b`)}*`,
    ...rest.map((line) => (isLink(line) ? line : safe(line))),
  ].join('\n');
}

const isLink = (line: string): boolean => /^\s*https?:\/\/\S+$/.test(line);
