// What an agent's write costs of its key's limits, and which writes are high.
import { Decimal } from 'decimal.js';
import type { Money, RecordAct } from './agent-act.ts';
import type { AgentLimits, AmountLimit } from './agent-rights.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { lineKept } from './line-kept.ts';
import { listOfLinesIn } from './line-lists.ts';
import { amountOf, linesIn } from './look-alike.ts';
import type { ResourceType } from './resource.ts';

/** The families whose records are money by themselves, however they are created. */
const moneyTypes: ReadonlySet<ResourceType> = new Set(['payments', 'bank_transfers', 'bank_transactions']);
/** Statuses in which a document counts in the books. */
const inForce: ReadonlySet<string> = new Set(['AUTHORISED', 'POSTED', 'PAID']);
const ended: ReadonlySet<string> = new Set(['DELETED', 'VOIDED']);
/** Of a contact: who could be paid or written to instead. */
const contactPoints = ['email', 'addresses', 'tax_number', 'contact_persons'];

function statusIn(fields: JsonObject): string {
  const { status } = fields;
  return typeof status === 'string' ? status.toUpperCase() : '';
}

/**
 * Authorising, money and taking it back, cancelling, changes of what is in force already, of accounts, and of who a contact is
 * written to. `before`: the record that is changed; null if it was not read, which counts as high where it matters.
 */
export function isHigh({ kind, type, fields }: RecordAct, before: JsonObject | null): boolean {
  if (kind === 'cancel' || kind === 'delete') return true;
  const status = statusIn(fields);
  if (moneyTypes.has(type) || type === 'accounts') return true;
  if (inForce.has(status) || ended.has(status) || fields['sent_to_contact'] === true) return true;
  if (kind === 'create') return false;
  if (type === 'contacts') return status !== '' || contactPoints.some((name) => fields[name] !== undefined);
  const lasts = type === 'items' || type === 'quotes';
  return !lasts && (before === null || inForce.has(statusIn(before)));
}

/**
 * The sum of a document's lines before tax, of a journal what it debits, or a payment's or transfer's amount. `before`: the
 * document that is changed, of whose lines those that are named keep what is not said of them.
 */
export function totalOf(type: ResourceType, fields: JsonObject, before: JsonObject | null = null): Decimal {
  const kept = before ? linesIn(before) : [];
  const lines = linesIn(fields).map((line) => amountOf(lineKept(line, kept)));
  if (lines.length === 0) {
    const { amount } = fields;
    return new Decimal(typeof amount === 'number' ? amount : 0).abs();
  }
  const counted = type === 'manual_journals' ? lines.filter((amount) => amount.isPositive()) : lines;
  return counted.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).abs();
}

/** The paths of line items whose price the provider fills in from an item: no limit has seen it, and nothing compares it. */
export function unpricedLines(fields: JsonObject): readonly string[] {
  const list = listOfLinesIn(fields);
  return linesIn(fields).flatMap(({ item_code, unit_amount, line_amount }, position) => {
    const isItem = typeof item_code === 'string' && item_code !== '';
    const isPriced = typeof unit_amount === 'number' || typeof line_amount === 'number';
    return isItem && !isPriced ? `${list}[${position}].unit_amount` : [];
  });
}

/** The families whose records cost nothing. */
const free: ReadonlySet<ResourceType> = new Set(['contacts', 'accounts', 'items']);

export function hasAmount(type: ResourceType): boolean {
  return !free.has(type);
}

/**
 * What a write counts: a create its total; a change by how much the total grows, and the whole total where it authorises or
 * where the currency becomes another one; what ends something nothing.
 */
export function amountOfAct({ kind, type, fields }: RecordAct, before: JsonObject | null): Decimal {
  if (!hasAmount(type) || kind === 'cancel' || kind === 'delete' || ended.has(statusIn(fields))) return new Decimal(0);
  if (kind === 'create') return totalOf(type, fields);
  const old = before ? totalOf(type, before) : new Decimal(0);
  const isPriced = linesIn(fields).length > 0 || typeof fields['amount'] === 'number';
  const next = isPriced ? totalOf(type, fields, before) : old;
  const grown = movesCurrency(fields, before) ? next : Decimal.max(0, next.minus(old));
  const authorises = inForce.has(statusIn(fields)) && !(before && inForce.has(statusIn(before)));
  return authorises ? grown.plus(next) : grown;
}

/** Amounts of one currency are not taken off those of another. */
function movesCurrency(fields: JsonObject, before: JsonObject | null): boolean {
  const next = currencyIn(fields, 'currency');
  return before !== null && next !== undefined && next !== currencyIn(before, 'currency');
}

/** What a day has spent already, or a write is about to. */
export interface Spent {
  /** By currency. */
  readonly amounts: ReadonlyMap<string, Decimal>;
  readonly writes: number;
}

/** Adds amounts of one currency. */
export function summed(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(amount));
  }
  const entries = [...sums].filter(([, sum]) => !sum.isZero()).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([currency, sum]) => ({ currency, amount: sum.toFixed() }));
}

/**
 * The limits that a write would pass, in words; empty if it passes none. `currency` is empty where nobody knows it: then it
 * has the limit 0.
 */
export function limitsPassed(
  limits: AgentLimits | null,
  asked: { readonly amounts: readonly Money[]; readonly writes: number },
  spent: Spent,
): readonly string[] {
  if (limits === null) return [];
  const { perWrite, perDay, writesPerDay } = limits;
  const passed: string[] = [];
  for (const { currency, amount } of asked.amounts) {
    const name = currency === '' ? 'an amount in an unknown currency' : `${currency} ${amount}`;
    if (perWrite && new Decimal(amount).gt(limitIn(perWrite, currency))) {
      passed.push(`${name} is more than one write may have (${currency} ${limitIn(perWrite, currency)})`);
    }
    const today = (spent.amounts.get(currency) ?? new Decimal(0)).plus(amount);
    if (perDay && today.gt(limitIn(perDay, currency))) {
      passed.push(
        `with ${name} the day would have ${today.toFixed()}, of ${limitIn(perDay, currency)} that it may have`,
      );
    }
  }
  if (writesPerDay !== null && spent.writes + asked.writes > writesPerDay) {
    passed.push(`the day has ${spent.writes} writes already, of ${writesPerDay} that it may have`);
  }
  return passed;
}

function limitIn(limit: AmountLimit, currency: string): number {
  return Object.hasOwn(limit, currency) ? (limit[currency] ?? 0) : 0;
}

/** When the day begins by which limits count, in UTC. */
export function dayOfSpending(at: Date): Date {
  return new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
}

export function currencyIn(fields: JsonObject | null | undefined, name: string): string | undefined {
  const value: Json | undefined = isJsonObject(fields) ? fields[name] : undefined;
  return typeof value === 'string' && value !== '' ? value.toUpperCase() : undefined;
}

/** A day's or a write's sum in one currency; an empty currency has the number of writes alone. */
export interface CountedSum {
  readonly currency: string;
  /** Exact decimal text. */
  readonly amount: string;
  readonly writes: number;
}

export function spentOf(rows: readonly CountedSum[]): Spent {
  const amounts = new Map(rows.map(({ currency, amount }) => [currency, new Decimal(amount)]));
  return { amounts, writes: rows.find(({ currency }) => currency === '')?.writes ?? 0 };
}

/** The rows of these currencies, one each, with all that is added to them, or taken from them. */
export function sumsAfter(rows: readonly CountedSum[], by: readonly CountedSum[], sign: 1 | -1): readonly CountedSum[] {
  const after = new Map<string, CountedSum>();
  for (const { currency, amount, writes } of by) {
    const row = after.get(currency) ?? rows.find((one) => one.currency === currency);
    const sum = new Decimal(row?.amount ?? 0).plus(new Decimal(amount).times(sign));
    after.set(currency, { currency, amount: sum.toFixed(), writes: (row?.writes ?? 0) + sign * writes });
  }
  return [...after.values()];
}

/** No money for an amount of zero. */
export function moneyOf(currency: string, amount: Decimal | number): readonly Money[] {
  const exact = new Decimal(amount);
  return exact.isZero() ? [] : [{ currency, amount: exact.toFixed() }];
}
