// The choices of the page that makes an agent key: what is asked of the service, and what is still missing.
import type { Picked } from '../parts/connection-picker.tsx';
import type { AgentLimits, AgentRights, Approval } from './agent-key-words.ts';
import type { Environment } from './object-path.ts';

/** The limits of one currency as they were typed; empty for none. */
export interface LimitRow {
  readonly currency: string;
  readonly perWrite: string;
  readonly perDay: string;
}

export interface AgentDraft {
  readonly name: string;
  readonly allowed: 'read' | 'write' | 'automate';
  readonly approval: Approval;
  readonly isEverywhere: boolean;
  readonly picked: readonly Picked[];
  readonly hasAllTools: boolean;
  readonly tools: readonly string[];
  readonly limits: readonly LimitRow[];
  readonly writesPerDay: string;
  readonly lookAlikeHours: string;
  readonly days: string;
}

export const noLimit: LimitRow = { currency: '', perWrite: '', perDay: '' };

/** Reads one company that is named, and ends soon: everything else a person chooses. */
export const freshDraft: AgentDraft = {
  name: '',
  allowed: 'read',
  approval: 'all',
  isEverywhere: false,
  picked: [],
  hasAllTools: true,
  tools: [],
  limits: [noLimit],
  writesPerDay: '',
  lookAlikeHours: '24',
  days: '30',
};

const scopes = { read: ['read'], write: ['read', 'write'], automate: ['read', 'write', 'automate'] } as const;

export function scopesOf({ allowed }: Pick<AgentDraft, 'allowed'>): readonly string[] {
  return scopes[allowed];
}

const isGiven = ({ currency, perWrite, perDay }: LimitRow): boolean => `${currency}${perWrite}${perDay}`.trim() !== '';

/** What a row of limits lacks; undefined for one that is right or empty. */
export function rowProblem(row: LimitRow, rows: readonly LimitRow[]): string | undefined {
  const { currency, perWrite, perDay } = row;
  if (!isGiven(row)) return undefined;
  if (!/^[A-Z]{3}$/.test(currency)) return 'Name the currency by its three letters, such as GBP.';
  if (rows.some((other) => other !== row && other.currency === currency)) return `${currency} is named twice.`;
  if (perWrite === '' && perDay === '') return 'Enter an amount for a write, for a day, or for both.';
  const isWrong = [perWrite, perDay].some((text) => text !== '' && amountOf(text) === undefined);
  return isWrong ? 'An amount is digits with at most four decimals, such as 500 or 99.50.' : undefined;
}

export function countProblem(text: string): string | undefined {
  return text === '' || /^\d{1,6}$/.test(text) ? undefined : 'A whole number, such as 50.';
}

function amountOf(text: string): number | undefined {
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
}

/** The limits that are typed rightly; null where there are none, and for a key that writes nothing. */
export function limitsOf({ allowed, limits, writesPerDay }: AgentDraft): Required<AgentLimits> | null {
  if (allowed === 'read') return null;
  const right = limits.filter((row) => isGiven(row) && rowProblem(row, limits) === undefined);
  const amounts = (field: 'perWrite' | 'perDay') => {
    const named = right.flatMap((row) =>
      row[field] === '' ? [] : [[row.currency, amountOf(row[field]) ?? 0] as const],
    );
    return named.length === 0 ? null : Object.fromEntries(named);
  };
  const count = writesPerDay === '' || countProblem(writesPerDay) !== undefined ? null : Number(writesPerDay);
  const all = { per_write: amounts('perWrite'), per_day: amounts('perDay'), writes_per_day: count };
  return Object.values(all).every((one) => one === null) ? null : all;
}

/** What keeps the key from being made, in the order of the page. */
export function draftProblems(draft: AgentDraft): readonly string[] {
  const { name, isEverywhere, picked, hasAllTools, tools, limits, writesPerDay, allowed } = draft;
  const isWriting = allowed !== 'read';
  const problems: readonly (false | string | undefined)[] = [
    name.trim() === '' && 'Give it a name.',
    !isEverywhere && picked.length === 0 && 'Choose the companies that it works for.',
    !hasAllTools && tools.length === 0 && 'Choose at least one tool, or all.',
    isWriting && limits.map((row) => rowProblem(row, limits)).find((one) => one !== undefined),
    isWriting && countProblem(writesPerDay),
  ];
  return problems.filter((one): one is string => typeof one === 'string');
}

/** The rights as the sentence tells them; a company without a name is told by its customer. */
export function rightsOf(draft: AgentDraft, environment: Environment, until: string): AgentRights {
  const { isEverywhere, picked, hasAllTools, tools, approval, lookAlikeHours } = draft;
  const names = picked.map(({ provider_tenant_name: name, external_account_id: customer }) => name ?? customer);
  return {
    environment,
    scopes: scopesOf(draft),
    companies: isEverywhere ? null : names,
    tools: hasAllTools ? null : tools,
    limits: limitsOf(draft),
    approval,
    lookAlikeHours: Number(lookAlikeHours),
    until,
  };
}

/** The request that makes the key. */
export function bodyOf(
  draft: AgentDraft,
  environment: Environment,
  expiresAt: Date,
): Readonly<Record<string, unknown>> {
  const { name, isEverywhere, picked, hasAllTools, tools, approval, lookAlikeHours, allowed } = draft;
  return {
    kind: 'agent',
    environment,
    name: name.trim(),
    scopes: scopesOf(draft),
    connection_ids: isEverywhere ? null : picked.map(({ connection_id: id }) => id),
    expires_at: expiresAt.toISOString(),
    tools: hasAllTools ? null : tools,
    limits: limitsOf(draft),
    ...(allowed !== 'read' && { requires_approval: approval, look_alike_hours: Number(lookAlikeHours) }),
  };
}
