// Compares what a write asked for with the provider's answer, both in normalized fields. A difference is told to the
// caller; what a provider is free to write otherwise, such as an id in capitals, is none.
import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { WriteWarning } from './ledger-record.ts';
import { isListOfLines } from './line-lists.ts';

type IdIn = (field: string, id: string) => string | undefined;

export interface ComparedAnswer {
  /** The fields that a write can set. */
  readonly compared: readonly string[];
  /** An id in one form, whichever the caller used; undefined for a field that holds no id of a record. */
  readonly idIn: IdIn;
  /** The fields as the caller gave them. */
  readonly asked: JsonObject;
  /**
   * True where null and "" clear a field: in the normalized fields of a change. A create leaves such a field to the
   * provider, and in a native document null says nothing.
   */
  readonly clears: boolean;
  readonly answered: JsonObject;
  /** True if the record was found in a list, which may leave out what the books have, but no tracking. */
  readonly isListed: boolean;
}

/** The most warnings of one write. */
export const warningsMost = 20;

const providerSays = 'the provider took the document and made something otherwise';
/** The most characters of the provider's words. */
const wordsMost = 500;

/** A warning in the provider's own words, which may repeat values. */
export function changedByProvider(words: string): WriteWarning {
  return { code: 'provider_changed_document', path: '', message: `${providerSays}: ${words.slice(0, wordsMost)}` };
}

/** The warnings as they may be stored where no content may be: without the provider's words. */
export function withoutWords(warnings: readonly WriteWarning[]): readonly WriteWarning[] {
  return warnings.map((one) => (one.code === 'provider_changed_document' ? { ...one, message: providerSays } : one));
}

const lacks = 'was sent, and the provider’s answer lacks it';
const changes = 'was sent, and the provider’s answer has another value';
const keeps = 'was cleared, and the provider’s answer still has a value';
const adds = 'has entries in the provider’s answer that were not sent';

/** Pure. No value is repeated, because warnings are stored also where no content may be. */
export function writeWarnings(answer: ComparedAnswer): readonly WriteWarning[] {
  const { compared, idIn, asked, answered, clears, isListed } = answer;
  const untaxed = answered['line_amount_mode'] === 'no_tax';
  const inclusive = answered['line_amount_mode'] === 'inclusive';
  const differences = ofParts(
    { idIn, clears, untaxed, inclusive },
    { path: '', sent: asked, shown: answered },
    compared,
  );
  return differences
    .filter(({ path, why }) => !isListed || why !== lacks || path.includes('.tracking'))
    .slice(0, warningsMost)
    .map(({ path, why }) => ({ code: 'echo_differs', path, message: `${path} ${why}` }));
}

interface Difference {
  readonly path: string;
  readonly why: string;
}

/** How all fields of a document, or of one of its lines, are compared. */
interface Rules {
  readonly idIn: IdIn;
  readonly clears: boolean;
  readonly untaxed: boolean;
  readonly inclusive: boolean;
}

/** An object that was sent, and the one that the answer shows in its place. */
interface Pair {
  readonly path: string;
  readonly sent: JsonObject;
  readonly shown: JsonObject;
}

type Differences = readonly Difference[];

function ofParts(rules: Rules, pair: Pair, names: readonly string[] = Object.keys(pair.sent)): Differences {
  return names.flatMap((name) => (pair.sent[name] === undefined ? [] : ofField(rules, pair, name)));
}

function ofField(rules: Rules, pair: Pair, name: string): Differences {
  const path = pair.path === '' ? name : `${pair.path}.${name}`;
  const [sent, held] = [pair.sent[name] ?? null, pair.shown[name] ?? null];
  if (isEmpty(sent)) return !rules.clears || isNothing(held) ? [] : [{ path, why: keeps }];
  if (Array.isArray(sent)) {
    const lists = { path, sent: objectsOf(sent), shown: objectsOf(held) };
    if (isListOfLines(name)) return ofLines(rules, lists);
    if (lists.sent.some(({ type }) => type !== undefined)) return ofSlots(rules, lists);
    return ofEntries(rules, lists, name === 'tracking' ? isSameTracking : isSameEntry);
  }
  if (isJsonObject(sent))
    return isJsonObject(held) ? ofParts(rules, { path, sent, shown: held }) : [{ path, why: lacks }];
  if (isSame(rules, pair, name)) return [];
  return [{ path, why: isNothing(held) ? lacks : changes }];
}

interface Lists {
  readonly path: string;
  readonly sent: readonly JsonObject[];
  readonly shown: readonly JsonObject[];
}

/** A line with an id is the shown line with that id; the others are at their places. */
function ofLines(rules: Rules, { path, sent, shown }: Lists): Differences {
  const differences = sent.flatMap((line, index): Differences => {
    const { line_item_id: id = null, ...fields } = line;
    const at = `${path}[${index}]`;
    const held = (id !== null && shown.find((one) => isLike(one['line_item_id'], id))) || shown[index];
    if (!held) return [{ path: at, why: lacks }];
    return ofParts({ ...rules, clears: rules.clears && id !== null }, { path: at, sent: fields, shown: held });
  });
  return shown.length > sent.length ? [...differences, { path, why: adds }] : differences;
}

/** A list with one entry a type, of which blank ones are not shown. */
function ofSlots(rules: Rules, { path, sent, shown }: Lists): Differences {
  const filled = (slot: JsonObject) => Object.entries(slot).some(([name, value]) => name !== 'type' && !isEmpty(value));
  const differences = sent.flatMap((slot, index): Differences => {
    if (!filled(slot)) return [];
    const at = `${path}[${index}]`;
    const held = shown.find(({ type }) => isLike(type, slot['type'] ?? null));
    return held ? ofParts(rules, { path: at, sent: slot, shown: held }) : [{ path: at, why: lacks }];
  });
  const isSent = ({ type = null }: JsonObject) => sent.some((slot) => filled(slot) && isLike(slot['type'], type));
  return rules.clears && !shown.every(isSent) ? [...differences, { path, why: adds }] : differences;
}

type Same = (rules: Rules, sent: JsonObject, shown: JsonObject) => boolean;

/** A list without an order that would matter: each entry is shown once. */
function ofEntries(rules: Rules, { path, sent, shown }: Lists, isSameOf: Same): Differences {
  const left = [...shown];
  const differences = sent.flatMap((entry, index): Differences => {
    if (Object.values(entry).every(isEmpty)) return [];
    const at = left.findIndex((held) => isSameOf(rules, entry, held));
    if (at < 0) return [{ path: `${path}[${index}]`, why: lacks }];
    left.splice(at, 1);
    return [];
  });
  return differences.length === 0 && left.length > 0 ? [{ path, why: adds }] : differences;
}

const isSameEntry: Same = (rules, sent, shown) =>
  ofParts({ ...rules, clears: false }, { path: '', sent, shown }).length === 0;

/** A provider may show a category and its option by id, by name or by both. */
const isSameTracking: Same = (_rules, sent, shown) =>
  isShown(sent, shown, ['tracking_category_id', 'name']) && isShown(sent, shown, ['tracking_option_id', 'option']);

/** True if none of the names has another value, where both have one. */
function isShown(sent: JsonObject, shown: JsonObject, names: readonly string[]): boolean {
  const both = names.filter((name) => !isEmpty(sent[name] ?? null) && !isEmpty(shown[name] ?? null));
  return both.every((name) => isLike(sent[name], shown[name] ?? null));
}

function isSame(rules: Rules, { sent: pairSent, shown }: Pair, name: string): boolean {
  const [sent, held] = [pairSent[name] ?? null, shown[name] ?? null];
  // In a document without tax, a line's tax is replaced.
  if (rules.untaxed && (name === 'tax_type' || name === 'tax_amount')) return true;
  if (name in otherName && isEmpty(held)) return !isEmpty(shown[otherName[name] ?? ''] ?? null);
  if (name === 'discount_amount' || name === 'discount_rate') return isDiscount(pairSent, shown, name);
  if (typeof sent === 'number') return isNumber(sent, held) || (rules.inclusive && isNetPrice(pairSent, shown, name));
  if (typeof sent === 'boolean') return sent === (held ?? false);
  if (isNothing(held)) return false;
  if (name === 'status' && isStatusAfter(sent, held)) return true;
  // Some users of a provider see only the last digits of a tax number.
  if (name === 'tax_number' && /^[*•●x#\s-]{3,}\d{0,4}$/i.test(String(held))) return true;
  const id = rules.idIn(name, String(sent));
  if (id !== undefined) return id === rules.idIn(name, String(held));
  return inAnyCase.test(name) ? isLike(sent, held) : plain(sent) === plain(held);
}

/** A field and the one that names the same thing. */
const otherName: Readonly<Record<string, string>> = { account_id: 'account_code', account_code: 'account_id' };

const inAnyCase = /(_id|_code|type|status|currency|mode)$/;

/** An authorised document of nothing is paid at once. */
function isStatusAfter(sent: Json, held: Json): boolean {
  return isLike(sent, 'AUTHORISED') && isLike(held, 'PAID');
}

/** A discount may be shown as an amount, as a rate, or only in the line's amount. */
function isDiscount(sent: JsonObject, shown: JsonObject, name: string): boolean {
  const held = shown[name] ?? null;
  if (isNumber(Number(sent[name]), held)) return true;
  if (typeof held === 'number' && held !== 0) return false;
  const { quantity, unit_amount, line_amount } = shown;
  if (typeof quantity !== 'number' || typeof unit_amount !== 'number' || typeof line_amount !== 'number') return false;
  const gross = new Decimal(quantity).times(unit_amount);
  const given = new Decimal(Number(sent[name]));
  const discount = name === 'discount_rate' ? gross.times(given).dividedBy(100) : given;
  return isWithinACent(gross.minus(discount), line_amount);
}

/** A line of a document with tax inside may be shown without it; with its tax it is what was sent. */
function isNetPrice(sent: JsonObject, shown: JsonObject, name: string): boolean {
  if (!['unit_amount', 'line_amount', 'discount_amount'].includes(name)) return false;
  const { line_amount, tax_amount } = shown;
  const { quantity = 1, unit_amount, discount_rate, discount_amount } = sent;
  if (typeof line_amount !== 'number' || typeof tax_amount !== 'number' || typeof unit_amount !== 'number')
    return false;
  const gross = new Decimal(Number(quantity)).times(unit_amount);
  const left = gross.times(new Decimal(100).minus(Number(discount_rate ?? 0))).dividedBy(100);
  return isWithinACent(left.minus(Number(discount_amount ?? 0)), new Decimal(line_amount).plus(tax_amount));
}

function isWithinACent(one: Decimal, other: Decimal.Value): boolean {
  return one.minus(other).abs().lessThanOrEqualTo('0.01');
}

/** Zero may be left out. */
function isNumber(sent: number, held: Json): boolean {
  if (typeof held !== 'number') return sent === 0 && held === null;
  return new Decimal(sent).equals(held);
}

/** Null, "" and an empty list. */
function isEmpty(value: Json | undefined): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0);
}

/** Empty, or a zero, a false, or an object of such. */
function isNothing(value: Json): boolean {
  if (isJsonObject(value)) return Object.values(value).every(isNothing);
  return isEmpty(value) || value === 0 || value === false;
}

function objectsOf(value: Json): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

/** Letters may be composed otherwise, lines broken otherwise, and blanks cut off at the ends. */
function plain(text: Json): string {
  return String(text).replaceAll(/\r\n?/g, '\n').normalize('NFC').trim();
}

function isLike(one: Json | undefined, other: Json): boolean {
  return plain(one ?? null).toUpperCase() === plain(other).toUpperCase();
}
