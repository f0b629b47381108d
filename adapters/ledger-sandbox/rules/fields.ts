/** Reads header fields that documents have in common. `undefined` means absent, `''` clears. */
import { plainTextsOf, type ResourceType } from '../../../core/ports.ts';
import { type JsonObject, numberAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import { dayInZone, readDay } from '../http/wire-dates.ts';
import type { BookContext } from './book-context.ts';
import { type LineAmountMode, round } from './tax.ts';

/** Reads a business date; returns `before` when it is absent, undefined when it is cleared. */
export function dayField(body: JsonObject, key: string, before: string | undefined): string | undefined {
  const text = textAt(body, key);
  if (text === undefined) return before;
  if (text === '') return undefined;
  return readDay(text) ?? refuse(`The ${key} field is not a valid date.`);
}

/** The longest of each plain text of a family, by its wire name; `keys` are those that differ from the service's names. */
export function lengthsOf(type: ResourceType, keys: Readonly<Record<string, string>> = {}): Record<string, number> {
  const wireName = (name: string) => keys[name] ?? name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
  const lengths = Object.entries(plainTextsOf(type)).map(([name, { longest }]) => [wireName(name), longest]);
  return Object.fromEntries(lengths);
}

export function textField(body: JsonObject, key: string, before: string, maxLength: number): string {
  const text = textAt(body, key) ?? before;
  if (text.length > maxLength) refuse(`The ${key} field must not be longer than ${maxLength} characters.`);
  return text;
}

/** Provider: only what goes to a customer has a reference. */
export function referenceField(context: BookContext, body: JsonObject, before: string, isToCustomer: boolean): string {
  const isDropped = !isToCustomer && !context.isKinder('bill_references');
  return isDropped ? before : textField(body, 'Reference', before, 255);
}

const modes: readonly LineAmountMode[] = ['Exclusive', 'Inclusive', 'NoTax'];

/** Provider: every family accepts the words in any case. */
export function modeField(body: JsonObject, before: LineAmountMode): LineAmountMode {
  const text = textAt(body, 'LineAmountTypes');
  if (text === undefined || text === '') return before;
  const mode = modes.find((known) => known.toLowerCase() === text.toLowerCase());
  return mode ?? refuse(`The LineAmountTypes value '${text}' is not valid.`);
}

/** Reads the requested status; the family's own table says which changes are allowed. */
export function statusField<S extends string>(body: JsonObject, known: readonly S[], before: S): S {
  const text = textAt(body, 'Status');
  if (text === undefined || text === '') return before;
  return known.find((status) => status === text.toUpperCase()) ?? refuse(`The status '${text}' is not valid.`);
}

/** Reads the theme; the default theme has sort order 0. */
export function themeField(context: BookContext, body: JsonObject, before: string | undefined): string {
  const themes = context.books.brandingThemes;
  const sent = textAt(body, 'BrandingThemeID');
  if (sent) return themes.get(sent.toLowerCase())?.id ?? refuse(`Branding theme with id ${sent} could not be found.`);
  return before ?? themes.list().find((theme) => theme.sortOrder === 0)?.id ?? '';
}

export interface Currency {
  readonly currencyCode: string;
  readonly currencyRate: number;
}

export function currencyField(context: BookContext, body: JsonObject, before: Currency | undefined): Currency {
  const home = context.books.tenant.currencyCode;
  const currencyCode = (textAt(body, 'CurrencyCode') || (before?.currencyCode ?? home)).toUpperCase();
  if (currencyCode !== before?.currencyCode) {
    if (currencyCode !== home) requireAllowed(context, 'UseMulticurrency');
    requireSubscribed(context, currencyCode);
  }
  const kept = currencyCode === before?.currencyCode ? before.currencyRate : 1;
  return { currencyCode, currencyRate: currencyCode === home ? 1 : round(numberAt(body, 'CurrencyRate') ?? kept, 6) };
}

/** What an organisation has subscribed to, unless it has a list of its own. */
export const usualCurrencies: readonly string[] = ['AUD', 'EUR', 'GBP', 'NZD', 'USD'];

/** Provider: a currency can be used once the organisation has subscribed to it. */
export function requireSubscribed(context: BookContext, currencyCode: string): void {
  if (!/^[A-Z]{3}$/.test(currencyCode)) refuse(`The currency code '${currencyCode}' is not valid.`);
  const { currencies = usualCurrencies, currencyCode: home } = context.books.tenant;
  if (currencyCode === home || currencies.includes(currencyCode)) return;
  if (context.isKinder('currencies_not_subscribed')) return;
  refuse(`Organisation is not subscribed to currency ${currencyCode}`);
}

/** Returns today's date in the organisation's time zone. */
export const today = (context: BookContext): string => dayInZone(context.now, context.books.tenant.timeZone);

/** Provider: documents dated on or before either lock date are refused. */
export function requireOpenPeriod(context: BookContext, date: string): void {
  const { periodLockDate, endOfYearLockDate } = context.books.tenant;
  for (const lock of [periodLockDate, endOfYearLockDate]) {
    if (lock !== undefined && date <= lock) refuse(`The document date cannot be before the period lock date ${lock}.`);
  }
}

/** Provider: what `GET Organisation/Actions` shows as NOT-ALLOWED is refused. */
export function requireAllowed({ books }: Pick<BookContext, 'books'>, action: ActionName): void {
  if (books.tenant.notAllowed?.includes(action)) refuse(`You are not permitted to perform the action ${action}.`);
}

export const actionNames = [
  'UseMulticurrency',
  'CreateDraftInvoice',
  'CreateApprovedInvoice',
  'CreateDraftBill',
  'CreateApprovedBill',
  'CreateDraftQuote',
  'CreateSentQuote',
  'CreateDraftPurchaseOrder',
  'CreateApprovedPurchaseOrder',
  'CreateInvoicePayment',
  'AttachFilesIntoInvoice',
] as const;
export type ActionName = (typeof actionNames)[number];

/** The action that gives a document its status; undefined for a status that none of them gives. */
export function actionOf(kind: 'Invoice' | 'Bill' | 'Quote' | 'PurchaseOrder', status: string): ActionName | undefined {
  const stage = { DRAFT: 'Draft', SUBMITTED: 'Draft', SENT: 'Sent', AUTHORISED: 'Approved', BILLED: 'Approved' }[
    status
  ];
  return actionNames.find((name) => name === `Create${stage}${kind}`);
}

/** Asks for the action only if the document gets another status. */
export function requireStatusAllowed(
  context: BookContext,
  kind: Parameters<typeof actionOf>[0],
  status: string,
  before: { readonly status: string } | undefined,
): void {
  const action = before?.status === status ? undefined : actionOf(kind, status);
  if (action) requireAllowed(context, action);
}
