/** Lines of invoices, quotes and purchase orders: reading, defaults and prices. */
import type { AccountRecord } from '../books/account-record.ts';
import type { LineRecord } from '../books/line-record.ts';
import { type JsonObject, numberAt, objectsAt, textAt } from '../http/json.ts';
import { accountClass } from './account-class.ts';
import type { BookContext } from './book-context.ts';
import { grossOf, type LineAmountMode, lineAmountOf, round, taxOf } from './tax.ts';
import { knownTracking } from './tracking.ts';

const maxDescription = 4000;
const maxLineAmount = 9_999_999_999.99;

export interface LinePlan {
  readonly mode: LineAmountMode;
  readonly existing: readonly LineRecord[];
  /** Invoices and purchase orders use the account's tax and check it against the account; quotes do neither. */
  readonly accountTax: boolean;
  readonly unitPlaces: 2 | 4;
  /** The side of an item from which a line that names it takes what it does not say. */
  readonly itemSide: 'sale' | 'purchase';
  /** Provider: quotes take the ids of tracking options alone. */
  readonly trackingById?: boolean;
}

export interface ReadLines {
  readonly lines: readonly LineRecord[];
  readonly messages: readonly string[];
}

function rateOf(context: BookContext, taxType: string | undefined): number {
  return taxType === undefined ? 0 : (context.books.taxRates.get(taxType)?.ratePercent ?? 0);
}

/** Returns the line under another line amount mode: the unit amount stays and has another meaning. */
export function reprice(context: BookContext, line: LineRecord, mode: LineAmountMode): LineRecord {
  return { ...line, taxOverridden: false, taxAmount: taxOf(line.lineAmount, rateOf(context, line.taxType), mode) };
}

/** A line with a known LineItemID keeps fields that are not sent; every other line is new. */
export function readLines(context: BookContext, sent: readonly JsonObject[], plan: LinePlan): ReadLines {
  const messages: string[] = [];
  const lines = sent.map((body) => readLine(context, body, plan, messages));
  return { lines, messages };
}

function readLine(context: BookContext, sent: JsonObject, plan: LinePlan, messages: string[]): LineRecord {
  const body = withItem(context, sent, plan, messages);
  const id = textAt(body, 'LineItemID')?.toLowerCase();
  const before = id === undefined ? undefined : plan.existing.find((line) => line.id === id);
  const reading = { body, before, plan, messages };
  const account = findAccount(context, body, before, messages);
  const taxType = chooseTaxType(context, reading, account);
  const description = textAt(body, 'Description') ?? before?.description ?? '';
  if (description.length > maxDescription) {
    messages.push(`The Description field must not be longer than ${maxDescription} characters.`);
  }
  const sentTracking = objectsAt(body, 'Tracking');
  return {
    id: before?.id ?? context.newId(),
    description,
    itemCode: itemCodeOf(context, body, before),
    accountCode: account?.code,
    accountId: account?.id,
    taxType,
    tracking: sentTracking
      ? knownTracking(context, sentTracking, plan.trackingById ?? false)
      : (before?.tracking ?? []),
    ...readPrice(context, reading, taxType),
  };
}

/** Provider: a new line takes price, account, tax and description of the item that it names, where it has none of its own. */
function withItem(context: BookContext, body: JsonObject, plan: LinePlan, messages: string[]): JsonObject {
  const code = textAt(body, 'ItemCode');
  const [item] = code ? context.books.items.find('code', code.toLowerCase()) : [];
  if (code && !item && !context.isKinder('unknown_items')) messages.push(`Item code '${code}' is not valid`);
  const isNew = !plan.existing.some(({ id }) => id === textAt(body, 'LineItemID')?.toLowerCase());
  if (!item || !isNew || !isPriced(body)) return body;
  const { unitPrice, accountCode, cogsAccountCode, taxType } = item[plan.itemSide];
  const description = plan.itemSide === 'sale' ? item.description : item.purchaseDescription;
  const own = { UnitAmount: unitPrice, AccountCode: accountCode ?? cogsAccountCode, TaxType: taxType };
  const given = Object.entries({ Description: description, ...own }).filter(([, value]) => value !== undefined);
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
  const isAccounted = named['AccountID'] !== undefined;
  const { AccountCode: _code, ...others } = Object.fromEntries(given);
  return { ...(isAccounted ? others : Object.fromEntries(given)), ...named };
}

const isPriced = (body: JsonObject): boolean =>
  ['Quantity', 'UnitAmount', 'LineAmount'].some((key) => numberAt(body, key) !== undefined);

/** Provider: a line without quantity and price is a text, which has no item. */
function itemCodeOf(context: BookContext, body: JsonObject, before: LineRecord | undefined): string | undefined {
  const isText = !isPriced(body) && before?.quantity === undefined && before?.unitAmount === undefined;
  if (isText && !context.isKinder('codes_of_text_lines')) return undefined;
  return textAt(body, 'ItemCode') || before?.itemCode;
}

function findAccount(
  context: BookContext,
  body: JsonObject,
  before: LineRecord | undefined,
  messages: string[],
): AccountRecord | undefined {
  const { accounts } = context.books;
  const code = textAt(body, 'AccountCode');
  const id = textAt(body, 'AccountID')?.toLowerCase();
  if (!code && !id) return before?.accountId === undefined ? undefined : accounts.get(before.accountId);
  const live = code
    ? accounts.find('code', code.toLowerCase()).find((account) => account.status === 'ACTIVE')
    : accounts.get(id ?? '');
  const isKind = live?.type !== 'BANK' && live?.status === 'ACTIVE';
  if (!live || (!isKind && !context.isKinder('bank_accounts_of_lines')))
    messages.push(`Account code '${code ?? id}' is not a valid code for this document.`);
  return live;
}

/** A sent line, its earlier state, and the messages about it. */
interface LineReading {
  readonly body: JsonObject;
  readonly before: LineRecord | undefined;
  readonly plan: LinePlan;
  readonly messages: string[];
}

function chooseTaxType(
  context: BookContext,
  { body, before, plan, messages }: LineReading,
  account: AccountRecord | undefined,
): string | undefined {
  const sent = textAt(body, 'TaxType');
  if (!sent) return before?.taxType ?? (plan.accountTax ? account?.taxType : undefined);
  const rate = context.books.taxRates.get(sent.toUpperCase());
  if (rate?.status !== 'ACTIVE') {
    messages.push(`The TaxType code '${sent}' does not exist or cannot be used for this type of transaction.`);
    return undefined;
  }
  if (plan.accountTax && account && !rate.appliesTo.includes(accountClass(account.type))) {
    messages.push(`The TaxType code '${rate.id}' cannot be used with account code '${account.code ?? ''}'.`);
  }
  return rate.id;
}

type LinePrice = Pick<
  LineRecord,
  | 'quantity'
  | 'unitAmount'
  | 'discountRate'
  | 'discountAmount'
  | 'gross'
  | 'lineAmount'
  | 'taxAmount'
  | 'computedTax'
  | 'taxOverridden'
>;

function readQuantities(body: JsonObject, before: LineRecord | undefined, unitPlaces: number) {
  const lineAmount = numberAt(body, 'LineAmount');
  const sentUnit = numberAt(body, 'UnitAmount');
  const unitAmount = sentUnit === undefined ? before?.unitAmount : round(sentUnit, unitPlaces);
  const quantity = numberAt(body, 'Quantity') ?? before?.quantity;
  // Provider: a line with only a LineAmount is one piece at that price.
  const unit = unitAmount ?? (lineAmount === undefined ? undefined : lineAmount);
  return { unit, quantity: quantity === undefined ? (unit === undefined ? undefined : 1) : round(quantity, 4) };
}

/** Provider: a line with a negative amount may have no discount, not even 0. */
const isAbove = (discount: number | undefined, gross: number): boolean => discount !== undefined && discount > gross;

function readPrice(
  context: BookContext,
  { body, before, plan, messages }: LineReading,
  taxType: string | undefined,
): LinePrice {
  const { unit, quantity } = readQuantities(body, before, plan.unitPlaces);
  const discountRate = numberAt(body, 'DiscountRate') ?? before?.discountRate;
  const sentDiscount = numberAt(body, 'DiscountAmount') ?? before?.discountAmount;
  const discountAmount = sentDiscount === undefined ? undefined : round(sentDiscount, 2);
  const priced = { quantity: quantity ?? 0, unitAmount: unit ?? 0, discountRate, discountAmount };
  const lineAmount = lineAmountOf(priced);
  if (!context.isKinder('discounts_above_lines') && isAbove(discountAmount, grossOf(priced))) {
    messages.push(
      `The discount rate '${(discountAmount ?? 0).toFixed(2)}' is invalid. Discount must not be greater than the line total.`,
    );
  }
  const sentAmount = numberAt(body, 'LineAmount');
  if (sentAmount !== undefined && round(sentAmount, 2) !== lineAmount) {
    messages.push(`The line total ${sentAmount} does not match the expected line total ${lineAmount}`);
  }
  if (Math.abs(lineAmount) > maxLineAmount) messages.push(`The line total ${lineAmount} is too large.`);
  const sentTax = plan.mode === 'NoTax' ? undefined : numberAt(body, 'TaxAmount');
  const computedTax = taxOf(lineAmount, rateOf(context, taxType), plan.mode);
  const taxAmount = sentTax === undefined ? computedTax : round(sentTax, 2);
  return {
    quantity,
    unitAmount: unit,
    discountRate,
    discountAmount,
    gross: grossOf(priced),
    lineAmount,
    taxAmount,
    computedTax,
    taxOverridden: sentTax !== undefined,
  };
}
