import { type ToolName, toolNames } from './agent-tool.ts';
import { badRequest } from './errors.ts';
import type { ApiKeyId } from './ids.ts';
import type { KeyScope } from './key-scope.ts';
import { meant } from './near-word.ts';

/** `backend`: a program that its owner wrote · `agent`: a model acts through it, so more is asked of its writes. */
export const keyKinds = ['backend', 'agent'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * Which writes wait for a person. `high`: authorising, payments and their undoing, cancelling, changes of a contact's e-mail,
 * address or tax number, mails, many at once, and what is above a limit.
 */
export const approvalRules = ['none', 'high', 'all'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

/** Amounts by currency (three capital letters), before tax. A currency that is not named has 0. */
export type AmountLimit = Readonly<Record<string, number>>;

/** What an agent key may write; a part that is null has no limit. */
export interface AgentLimits {
  readonly perWrite: AmountLimit | null;
  /** Of one day (UTC), over all keys of a chain of rolled ones. */
  readonly perDay: AmountLimit | null;
  readonly writesPerDay: number | null;
}

/** What narrows the writes of an agent key's caller. */
export interface AgentRights {
  readonly keyId: ApiKeyId;
  /** The first key of a chain of rolled ones: what a day has spent is counted by it. */
  readonly lineageId: ApiKeyId;
  /** The only tools, and the operations behind them; null: what the scopes allow. */
  readonly tools: readonly ToolName[] | null;
  readonly limits: AgentLimits | null;
  readonly approval: ApprovalRule;
  /** How long a create counts as a look-alike of a later one, in hours; 0: never. */
  readonly lookAlikeHours: number;
}

/** What makes a key an agent's; a backend's has the values of `backendTerms`. */
export interface AgentTerms {
  readonly kind: KeyKind;
  /** The only tools, and operations behind them, that it may use; null: all that its scopes allow. */
  readonly tools: readonly ToolName[] | null;
  /** What it may write; null: no limit. */
  readonly limits: AgentLimits | null;
  /** Which of its writes wait for a person. */
  readonly requiresApproval: ApprovalRule;
  /** How long a create counts as a look-alike of a later one, in hours. */
  readonly lookAlikeHours: number;
}

/** As a request for a key names them; what is left out has its usual value. */
export interface WantedTerms {
  readonly kind?: KeyKind | undefined;
  readonly tools?: readonly string[] | null | undefined;
  readonly limits?: AgentLimits | null | undefined;
  readonly requiresApproval?: ApprovalRule | boolean | null | undefined;
  readonly lookAlikeHours?: number | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  readonly scopes?: readonly KeyScope[] | undefined;
}

export const agentDaysMost = 90;
const dayMs = 86_400_000;
export const lookAlikeHoursMost = 168;
export const lookAlikeHoursUsual = 24;
const writesPerDayMost = 1_000_000;
const currenciesMost = 50;
const amountMost = 1e12;

/** Of a key of the kind `backend`. */
export const backendTerms: AgentTerms = {
  kind: 'backend',
  tools: null,
  limits: null,
  requiresApproval: 'none',
  lookAlikeHours: 0,
};

type Granted = AgentTerms & { readonly scopes: readonly KeyScope[] | undefined; readonly expiresAt: Date | null };

/**
 * The rights, terms and end of a key, with what is left out: an agent key reads, ends after 90 days and, where it may write, has
 * each write approved. Throws BAD_REQUEST, which names the field, for what its kind cannot have.
 */
export function grantedTerms(wanted: WantedTerms, now: Date): Granted {
  const { kind = 'backend', scopes, expiresAt = null } = wanted;
  if (kind === 'backend') {
    for (const [name, value] of Object.entries(agentFields(wanted))) {
      if (value !== undefined && value !== null) throw badRequest(name, 'is only for keys of kind agent');
    }
    return { ...backendTerms, scopes, expiresAt };
  }
  const given = scopes ?? ['read'];
  for (const scope of given) {
    if (scope === 'admin' || scope === 'provider') throw badRequest('scopes', `an agent key never has "${scope}"`);
  }
  const latest = new Date(now.getTime() + agentDaysMost * dayMs);
  if (expiresAt && expiresAt > latest) {
    throw badRequest('expires_at', `must be at most ${agentDaysMost} days ahead for an agent key`);
  }
  return {
    kind,
    scopes: given,
    expiresAt: expiresAt ?? latest,
    tools: wanted.tools ? knownTools(wanted.tools) : null,
    limits: wanted.limits ? checkedLimits(wanted.limits) : null,
    requiresApproval: approvalOf(wanted.requiresApproval, given),
    lookAlikeHours: hoursOf(wanted.lookAlikeHours),
  };
}

/** By their names in requests. */
function agentFields({ tools, limits, requiresApproval, lookAlikeHours }: WantedTerms) {
  return { tools, limits, requires_approval: requiresApproval, look_alike_hours: lookAlikeHours };
}

function approvalOf(asked: WantedTerms['requiresApproval'], scopes: readonly KeyScope[]): ApprovalRule {
  if (typeof asked === 'boolean') return asked ? 'all' : 'none';
  return asked ?? (scopes.includes('write') || scopes.includes('automate') ? 'all' : 'none');
}

function hoursOf(asked: number | null | undefined): number {
  const hours = asked ?? lookAlikeHoursUsual;
  if (Number.isInteger(hours) && hours >= 0 && hours <= lookAlikeHoursMost) return hours;
  throw badRequest('look_alike_hours', `must be a whole number from 0 to ${lookAlikeHoursMost}`);
}

function knownTools(asked: readonly string[]): readonly ToolName[] {
  if (asked.length === 0) throw badRequest('tools', 'must name at least one tool, or be left out for all');
  asked.forEach((name, i) => {
    const known = toolNames.some((one) => one === name);
    if (!known) throw badRequest(`tools[${i}]`, `is no tool${meant(name, toolNames)}`);
  });
  // One order and no repetition, so that equal lists are equal.
  return toolNames.filter((name) => asked.includes(name));
}

function checkedLimits({ perWrite, perDay, writesPerDay }: AgentLimits): AgentLimits | null {
  checkAmounts('limits.per_write', perWrite);
  checkAmounts('limits.per_day', perDay);
  if (
    writesPerDay !== null &&
    !(Number.isInteger(writesPerDay) && writesPerDay >= 0 && writesPerDay <= writesPerDayMost)
  ) {
    throw badRequest('limits.writes_per_day', `must be a whole number from 0 to ${writesPerDayMost}`);
  }
  const isEmpty = perWrite === null && perDay === null && writesPerDay === null;
  return isEmpty ? null : { perWrite, perDay, writesPerDay };
}

function checkAmounts(path: string, amounts: AmountLimit | null): void {
  const entries = Object.entries(amounts ?? {});
  if (entries.length > currenciesMost) throw badRequest(path, `must name at most ${currenciesMost} currencies`);
  for (const [currency, amount] of entries) {
    if (!/^[A-Z]{3}$/.test(currency))
      throw badRequest(path, `"${currency.slice(0, 20)}" is no currency code, such as GBP`);
    if (!(amount >= 0 && amount <= amountMost))
      throw badRequest(`${path}.${currency}`, `must be from 0 to ${amountMost}`);
  }
}

type HeldTerms = AgentTerms & { readonly id: ApiKeyId; readonly lineageId: ApiKeyId | null };

/** Undefined for a key of another kind. */
export function agentRightsOf(key: HeldTerms): AgentRights | undefined {
  const { id, kind, lineageId, tools, limits, requiresApproval: approval, lookAlikeHours } = key;
  if (kind !== 'agent') return undefined;
  return { keyId: id, lineageId: lineageId ?? id, tools, limits, approval, lookAlikeHours };
}
