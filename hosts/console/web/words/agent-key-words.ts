// What an agent key may do, in sentences that change as a person chooses, and what is broad about it.
import { amountWords } from './amounts.ts';
import type { Environment } from './object-path.ts';
import { grouped, plural } from './quantity.ts';
import { shownLine } from './shown-text.ts';

export const approvals = ['all', 'high', 'none'] as const;
export type Approval = (typeof approvals)[number];

type Amounts = Readonly<Record<string, number>>;

export interface AgentLimits {
  readonly per_write?: Amounts | null | undefined;
  readonly per_day?: Amounts | null | undefined;
  readonly writes_per_day?: number | null | undefined;
}

/** The choices that a key is made of, or the key itself. */
export interface AgentRights {
  readonly environment: Environment;
  readonly scopes: readonly string[];
  /** The names of the companies; null: all. */
  readonly companies: readonly string[] | null;
  /** Names of tools; null: all that its scopes allow. */
  readonly tools: readonly string[] | null;
  readonly limits: AgentLimits | null;
  readonly approval: Approval;
  readonly lookAlikeHours: number;
  /** Such as `27 Feb 2027`. */
  readonly until: string;
}

const mayWrite = ({ scopes }: Pick<AgentRights, 'scopes'>): boolean =>
  scopes.includes('write') || scopes.includes('automate');

/** Says in a few sentences, the weightiest first, what a key with these rights may do. */
export function agentSentences(rights: AgentRights): readonly string[] {
  const { tools, until } = rights;
  const where = companyWords(rights);
  const narrowed = tools === null ? [] : [`It may use ${plural(tools.length, 'tool')} only: ${tools.join(', ')}.`];
  const end = `It works until ${until}.`;
  if (!mayWrite(rights)) return [`This agent reads ${where}, and changes nothing.`, ...narrowed, end];
  return [
    `This agent reads and writes ${where}${rights.scopes.includes('automate') ? ', and starts automations' : ''}.`,
    approvalWords[rights.approval],
    ...limitSentences(rights),
    ...narrowed,
    lookAlikeWords(rights.lookAlikeHours),
    end,
  ];
}

function companyWords({ companies, environment }: AgentRights): string {
  const kind = environment === 'test' ? 'test' : 'live';
  if (companies === null) return `the ${kind} books of every company, also of those that connect later`;
  const [first = '', ...others] = companies.map((name) => `“${shownLine(name, 60)}”`);
  if (others.length === 0) return `the ${kind} books of ${first}`;
  if (others.length > 3) return `the ${kind} books of ${grouped(companies.length)} companies`;
  return `the ${kind} books of ${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}`;
}

const approvalWords: Readonly<Record<Approval, string>> = {
  all: 'Each write waits until one of your people has approved it; nothing is written unasked.',
  high: 'What is high waits until one of your people has approved it: authorising, payments, cancelling, e-mail, a contact’s address or tax number, many records at once, and what is above a limit. Other writes, such as drafts, are made at once.',
  none: 'Nobody is asked: what it sends is written at once.',
};

export const approvalLabels: Readonly<Record<Approval, string>> = {
  all: 'A person approves each write',
  high: 'A person approves what is high',
  none: 'Nobody approves anything',
};

function limitSentences({ limits, approval }: AgentRights): readonly string[] {
  const { per_write: write, per_day: day, writes_per_day: count } = limits ?? {};
  const bounds = [
    write && `${amountsOf(write)} in one write`,
    day && `${amountsOf(day)} in a day`,
    typeof count === 'number' && `${plural(count, 'write')} in a day`,
  ].filter((part): part is string => typeof part === 'string');
  if (bounds.length === 0) return ['No amount and no number bounds its writes.'];
  const beyond = approval === 'none' ? 'is refused' : 'needs an approval';
  const others = write || day ? ', and so does every other currency' : '';
  const told = approval === 'none' ? others.replace('so does', 'so is') : others;
  return [`At most ${listed(bounds)} (UTC, before tax); what is above ${beyond}${told}.`];
}

function amountsOf(amounts: Amounts): string {
  const named = Object.entries(amounts).map(([currency, amount]) => amountWords(amount, currency));
  return named.length === 0 ? 'nothing of any currency' : named.join(' or ');
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function lookAlikeWords(hours: number): string {
  if (hours === 0) return 'It is not asked about what looks like something that was just made.';
  return `Before it makes what looks like something of the last ${hours === 1 ? 'hour' : `${hours} hours`}, it must say that it means another one.`;
}

/** Says in plain words what is broad about such a key; nothing for one that is narrow. */
export function agentWarnings(rights: AgentRights): readonly string[] {
  const { environment, companies, approval, limits, lookAlikeHours } = rights;
  const isLive = environment === 'live';
  const writes = mayWrite(rights);
  const isAmountBound = Boolean(limits?.per_write ?? limits?.per_day);
  const warnings: readonly (false | string)[] = [
    isLive && !writes && 'It reads real customers’ books: whatever it reads, the model and whoever runs it see.',
    isLive && writes && 'What it writes stands in real customers’ books.',
    companies === null &&
      'It reaches every company. Name those that it works for, so that a mix-up cannot reach another one.',
    writes &&
      approval === 'none' &&
      'Nobody looks before it is written. A text that a stranger put into an invoice can talk an agent into a write.',
    writes && approval === 'none' && !isAmountBound && 'No amount bounds it. Set a limit for a write or for a day.',
    writes &&
      approval === 'none' &&
      typeof limits?.writes_per_day !== 'number' &&
      'No number of writes in a day bounds it.',
    rights.scopes.includes('automate') &&
      approval === 'none' &&
      'Automations send e-mail to your customers’ contacts, unasked.',
    writes &&
      lookAlikeHours === 0 &&
      'Without a window for look-alikes it can make the same invoice twice under two names.',
  ];
  return warnings.filter((one) => one !== false);
}

interface AgentKey {
  readonly scopes: readonly string[];
  readonly requires_approval?: Approval | null | undefined;
  readonly limits?: AgentLimits | null | undefined;
}

/** Says in a few words what an agent key may write and who approves it, for its row in a list. */
export function agentRowWords(key: AgentKey): string {
  if (!mayWrite(key)) return 'Reads only';
  const { per_write: write, per_day: day, writes_per_day: count } = key.limits ?? {};
  const bounds = [
    write && `${amountsOf(write)} a write`,
    day && `${amountsOf(day)} a day`,
    typeof count === 'number' && `${grouped(count)} writes a day`,
  ].filter((part): part is string => typeof part === 'string');
  const limits = bounds.length === 0 ? 'no limits' : bounds.join(', ');
  return `${approvalLabels[key.requires_approval ?? 'all']} · ${limits}`;
}

interface Connecting {
  /** Of the service, with the prefix that it is served under. */
  readonly origin: string;
  readonly secret: string;
  readonly name: string;
}

interface ConnectLine {
  readonly label: string;
  readonly text: string;
  readonly hint?: string;
}

/** How a program connects with a key: over HTTP, on stdio, and over REST. */
export function connectLines({ origin, secret, name }: Connecting): readonly ConnectLine[] {
  const server = serverName(name);
  return [
    {
      label: 'Claude Code',
      text: `claude mcp add --transport http ${server} ${origin}/mcp --header "Authorization: Bearer ${secret}"`,
    },
    {
      label: 'Another client over HTTP',
      text: `${origin}/mcp\nAuthorization: Bearer ${secret}`,
      hint: 'The address, and the header that each request has.',
    },
    {
      label: 'A client that starts programs (stdio)',
      text: `LEDGERPORT_API_KEY=${secret} npx ledgerport mcp --url ${origin}`,
    },
    {
      label: 'Over REST',
      text: `curl ${origin}/v1/connections -H 'Authorization: Bearer ${secret}'`,
      hint: 'A request that creates names its purpose in the header Request-Ref, such as “Request-Ref: order 4711”; the same purpose makes one document.',
    },
  ];
}

/** A name that a shell and a client's settings take as it is. */
function serverName(name: string): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return word === '' ? 'ledgerport' : `ledgerport-${word.slice(0, 30)}`;
}
