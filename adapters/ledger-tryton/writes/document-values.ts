// Makes the values of Tryton's `create` and `write` for invoices, quotes and purchase orders from normalized fields.
import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject, type LedgerRecord } from '../../../core/ports.ts';
import { dateValue, decimalValue } from '../values.ts';
import { taxOfLine } from '../wire/line-tax.ts';
import { idAt, relatedAt, relatedListAt, textAt } from '../wire/native.ts';
import { currencyOf, type LineNames, lineNames, partyTerms, type Side } from './lookups.ts';
import { refused } from './plan.ts';
import type { WriteContext } from './write-context.ts';

const dateNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  invoices: { issue_date: 'invoice_date', due_date: 'payment_term_date' },
  quotes: { issue_date: 'sale_date' },
  purchase_orders: { issue_date: 'purchase_date', delivery_date: 'delivery_date' },
};
const textNames: Readonly<Record<string, string>> = {
  external_reference: 'reference',
  title: 'description',
  terms: 'comment',
};

/** `live` is the document that is changed; undefined for a new one. */
export async function documentValues(
  context: WriteContext,
  fields: JsonObject,
  live?: LedgerRecord,
): Promise<JsonObject> {
  const { type } = context.model;
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [date, text] = [dateNames[type]?.[name], textNames[name]];
    if (date) values[date] = typeof value === 'string' ? dateValue(value) : null;
    if (text) values[text] = value;
  }
  const side = sideOf(context, fields, live);
  const currency = fields['currency'] === undefined ? undefined : await currencyOf(context.books, fields['currency']);
  if (!live) Object.assign(values, await newHead(context, side, currency));
  else if (currency !== undefined) values['currency'] = currency;
  if (fields['contact_id'] !== undefined) Object.assign(values, await partyValues(context, side, fields['contact_id']));
  // With a payment term, Tryton would take the date as the day from which the term counts.
  if (type === 'invoices' && values['payment_term_date']) values['payment_term'] = null;
  if (fields['line_items'] === undefined) return values;
  const inCurrency = currency ?? Number(live ? idAt(relatedAt(live.native, 'currency')) : values['currency']);
  const lines = await lineValues(context, { fields, side, currency: inCurrency, live });
  return { ...values, lines };
}

function sideOf({ model }: WriteContext, { type }: JsonObject, live?: LedgerRecord): Side {
  if (model.type === 'purchase_orders') return 'in';
  return (type ?? live?.fields['type']) === 'payable' ? 'in' : 'out';
}

async function newHead(
  { books, model, defaults }: WriteContext,
  side: Side,
  currency: number | undefined,
): Promise<JsonObject> {
  const { currency: usual, journals } = await defaults();
  const head = { company: books.companyId, currency: currency ?? usual };
  return model.type === 'invoices' ? { ...head, type: side, journal: journals[side] } : head;
}

async function partyValues({ books, model, defaults }: WriteContext, side: Side, contact: Json): Promise<JsonObject> {
  const party = await partyTerms(books, contact);
  const values = { party: Number(contact), invoice_address: party.address };
  if (model.type === 'quotes') return { ...values, shipment_address: party.address };
  if (model.type !== 'invoices') return values;
  return { ...values, account: party.accounts[side] ?? (await defaults()).accounts[side] };
}

interface Lines {
  readonly fields: JsonObject;
  readonly side: Side;
  readonly currency: number;
  readonly live: LedgerRecord | undefined;
}

async function lineValues(context: WriteContext, { fields, side, currency, live }: Lines): Promise<Json[]> {
  const lines = (fields['line_items'] as readonly Json[]).filter(isJsonObject);
  const usual = (await context.defaults()).lineAccounts[side];
  const names = await lineNames(context.books, lines, usual);
  const isInvoice = context.model.type === 'invoices';
  const isUntaxed = fields['line_amount_mode'] === 'no_tax';
  const made = lines.map((line, i) => {
    const path = `line_items[${i}]`;
    const account = names.accountOf(line, path);
    // Tryton takes the accounts of an order's lines from its configuration when the order is billed.
    if (!isInvoice && account !== undefined && account !== usual) {
      throw refused(`${path}.account_code`, 'the provider itself chooses the accounts of these documents');
    }
    const price = new Decimal((line['unit_amount'] as number | undefined) ?? 0).toFixed();
    const amounts = { quantity: line['quantity'] ?? 1, unit_price: price };
    return {
      type: 'line',
      description: line['description'] ?? '',
      ...amounts,
      unit_price: decimalValue(price),
      taxes: taxesOf(line, amounts, { isUntaxed, names, path }),
      ...(isInvoice && { account: account ?? null, currency }),
    };
  });
  return live ? replacing(live, lines, made) : [['create', made.map(asNew)]];
}

type Made = JsonObject & { readonly taxes: readonly number[] };

interface TaxChoice {
  readonly isUntaxed: boolean;
  readonly names: LineNames;
  readonly path: string;
}

const cent = new Decimal('0.01');

/** The ids of a line's taxes. Tryton computes the amount itself, so a `tax_amount` that differs is refused. */
function taxesOf(line: JsonObject, amounts: JsonObject, { isUntaxed, names, path }: TaxChoice): readonly number[] {
  const tax = names.taxOf(line, path);
  if (tax && isUntaxed) throw refused(`${path}.tax_type`, 'does not go with line_amount_mode no_tax');
  const taxes = tax ? [tax] : [];
  const own = taxOfLine({ ...amounts, 'taxes.': taxes }, cent);
  const sent = line['tax_amount'];
  if (typeof sent === 'number' && !own?.equals(sent)) {
    throw refused(`${path}.tax_amount`, `the provider computes ${own?.toFixed() ?? 'it itself'}`);
  }
  return taxes.map(({ id }) => Number(id));
}

function asNew({ taxes, ...line }: Made): JsonObject {
  return { ...line, taxes: [['add', [...taxes]]] };
}

/** Changes lines with ids, creates lines without, and deletes lines that are not named. The first line keeps the mark. */
function replacing(live: LedgerRecord, lines: readonly JsonObject[], made: readonly Made[]): Json[] {
  const old = new Map(relatedListAt(live.native, 'lines').map((line) => [idAt(line), line]));
  const mark = [...old.values()].map((line) => textAt(line, 'note')).find((note) => note?.startsWith('lp:'));
  const commands: Json[] = [];
  const fresh: JsonObject[] = [];
  for (const [i, line] of lines.entries()) {
    const values = { ...(made[i] as Made), sequence: i + 1, ...(i === 0 && mark ? { note: mark } : {}) };
    const id = line['line_item_id'];
    if (typeof id !== 'string') {
      fresh.push(asNew(values));
      continue;
    }
    const before = old.get(id);
    if (!before) throw refused(`line_items[${i}].line_item_id`, 'the document has no such line');
    old.delete(id);
    const removed = relatedListAt(before, 'taxes').map((tax) => Number(tax['id']));
    const { taxes, ...changes } = values;
    commands.push([
      'write',
      [Number(id)],
      {
        ...changes,
        taxes: [
          ['remove', removed],
          ['add', [...taxes]],
        ],
      },
    ]);
  }
  const gone = [...old].filter(([, { type }]) => type === 'line').map(([id]) => Number(id));
  if (fresh.length > 0) commands.push(['create', fresh]);
  if (gone.length > 0) commands.push(['delete', gone]);
  return commands;
}
