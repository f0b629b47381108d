import {
  chosenRate,
  copiedLine,
  hasNetLines,
  haveEqualTotals,
  linesOf,
  withoutEmpty,
} from '../../domain/document-lines.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { Conclusion } from '../../engine/operation-kind.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { Provider, ProviderTraits } from '../../ports/provider.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { lackOf } from '../providers/coverage.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { plannedCreate, plannedUpdate, type Recipe } from './recipe.ts';
import { announcing, convertOnce, createOnce, type RecipeRun, updateOnce } from './recipe-steps.ts';
import { shown, summaryOf, type WrittenRecord } from './record-summary.ts';

type Input = AutomationInput<'quote.convert_to_invoice'>;
type Ask = Omit<Input, 'quote_id'>;
type Traits = Pick<ProviderTraits, 'title' | 'rounding' | 'noTax'>;

const mark = { status: 'INVOICED' };
const approval = { status: 'AUTHORISED' };

export const quoteConvertToInvoice: Recipe<'quote.convert_to_invoice'> = {
  title: 'Convert a quote to an invoice',
  description:
    'Makes an authorised invoice with the same total from an accepted quote, and marks the quote as invoiced.',
  steps: [
    { name: 'read', description: 'Reads the quote, which must be accepted.', writes: false },
    { name: 'create', description: 'Creates the invoice as a draft, or makes the provider do it.', writes: true },
    { name: 'check_totals', description: 'Compares the totals of both.', writes: false },
    {
      name: 'mark_invoiced',
      description:
        'Marks the quote as invoiced. If somebody else has changed the quote meanwhile, the invoice stays a draft.',
      writes: true,
    },
    { name: 'authorise', description: 'Authorises the invoice.', writes: true },
  ],
  lack: (traits) => {
    const { quoteConversion } = traits;
    if (quoteConversion === null) return 'convert quotes';
    return lackOf(traits, [
      { type: 'quotes', can: isNative({ traits }) ? ['read'] : ['read', 'update'] },
      { type: 'invoices', can: isNative({ traits }) ? ['update'] : ['create', 'update'] },
    ]);
  },
  plan: async (ledger, input) => {
    const { live, fields } = await converted(ledger, input);
    const marking = plannedUpdate('quotes', resourceIdOf('quotes', live.providerId), mark);
    if (isNative(ledger.provider)) {
      return { create: marking, authorise: plannedUpdate('invoices', null, { ...fields, ...approval }) };
    }
    return {
      create: plannedCreate('invoices', draftOf(fields)),
      mark_invoiced: marking,
      authorise: plannedUpdate('invoices', null, approval),
    };
  },
  run: async (run, input) => {
    if (isNative(run.ledger.provider)) return convertNatively(run, input);
    let made: JsonObject | undefined;
    const quote = await run.attempt.steps.step('read', async () => {
      const { live, fields } = await converted(run.ledger, input);
      made = fields;
      return { result: summaryOf(live) };
    });
    const fields = async () => draftOf(made ?? (await converted(run.ledger, input)).fields);
    const draft = await createOnce(run, { step: 'create', type: 'invoices', fields });
    await run.attempt.steps.step('check_totals', async () => ({ result: comparedTotals(quote, draft) }));
    const isDone = (live: LedgerRecord, isOwn: boolean) => isMarked(live, draft, isOwn);
    const marked = await updateOnce(run, { step: 'mark_invoiced', target: quote, fields: mark, isDone });
    const invoice = await updateOnce(run, { step: 'authorise', target: draft, fields: approval });
    return announcing(run, [], { invoice: shown(invoice), quote: shown(marked) });
  },
};

/** The provider makes the invoice and marks the quote in one call; the caller's dates and reference come after it. */
async function convertNatively(run: RecipeRun, input: Input): Promise<Conclusion> {
  const { ledger, attempt } = run;
  const readQuote = () => ledger.read('quotes', quoteIdOf(ledger, input));
  const terms = await attempt.steps.step('read', async () => ({ result: (await converted(ledger, input)).fields }));
  const draft = await convertOnce(run, { step: 'create', quote: readQuote });
  const quote = await attempt.steps.step('check_totals', async () => {
    const marked = await readQuote();
    comparedTotals(marked.fields, draft);
    return { result: summaryOf(marked) };
  });
  const invoice = await updateOnce(run, { step: 'authorise', target: draft, fields: { ...terms, ...approval } });
  return announcing(run, [], { invoice: shown(invoice), quote: shown(quote) });
}

function isNative({ traits }: Pick<Provider, 'traits'>): boolean {
  return traits.quoteConversion === 'native';
}

/** A draft, by which nobody owes anything, until it is certain that this operation converts the quote. */
function draftOf(fields: JsonObject): JsonObject {
  return { ...fields, status: 'DRAFT' };
}

function quoteIdOf({ provider }: Ledger, { quote_id }: Input): string {
  return requireProviderId('quotes', quote_id, provider.traits);
}

/**
 * The live quote, and the fields that create its invoice; where the provider makes it, those to change in it. Throws CONFLICT
 * if the quote cannot become an invoice.
 */
async function converted(ledger: Ledger, input: Input) {
  const { traits } = ledger.provider;
  const convert = isNative(ledger.provider) ? termsOf : convertQuote;
  const live = await ledger.read('quotes', quoteIdOf(ledger, input));
  return { live, fields: convert(live.fields, input, traits) };
}

/** Throws CONFLICT if the totals differ, so that nobody sends an invoice at another price than its quote unnoticed. */
function comparedTotals(quote: JsonObject, invoice: WrittenRecord): JsonObject {
  const [total = 0, tax = 0] = [quote['total'], quote['total_tax']];
  if (haveEqualTotals(quote, invoice)) return { total };
  throw conflict(
    'converted_totals_differ',
    `the invoice ${nameOf(invoice)} comes to ${invoice['total'] ?? 0} (tax ${invoice['total_tax'] ?? 0}), the quote to ${total} (tax ${tax}); the invoice stays a draft, and the quote was not marked as invoiced`,
  );
}

/**
 * True if this operation has marked the quote already. Throws CONFLICT if somebody else marked it, took it back or changed
 * its totals. A mark counts as this operation's only if an earlier attempt sent one without learning how that ended, and
 * nobody changed the quote since: that attempt found the quote accepted just before.
 */
function isMarked(live: LedgerRecord, invoice: WrittenRecord, isOwn: boolean): boolean {
  const status = textField(live, 'status') ?? 'unknown';
  if (status === mark.status && isOwn) return true;
  const changed =
    status !== 'ACCEPTED'
      ? `is ${status} by now`
      : haveEqualTotals(live.fields, invoice)
        ? undefined
        : `comes to ${live.fields['total'] ?? 0} by now`;
  if (changed === undefined) return false;
  throw conflict(
    'target_changed',
    `the quote ${changed}, and not by this operation; the invoice ${nameOf(invoice)} stays a draft`,
  );
}

function nameOf(invoice: WrittenRecord): string {
  return String(invoice['number'] ?? invoice.id);
}

const referenceMaxLength = 255;

/** The normalized fields that create a live quote's invoice. Throws CONFLICT, before any write, if there can be none. */
export function convertQuote(quote: JsonObject, ask: Ask, traits: Traits): JsonObject {
  requireStatus(quote, ['ACCEPTED']);
  const mode = String(quote['line_amount_mode'] ?? 'exclusive');
  const isNet = hasNetLines(quote, mode, traits);
  if (ask.due_date === undefined && typeof quote['expiry_date'] !== 'string') {
    throw conflict('quote_without_due_date', 'the quote has no expiry date; give due_date');
  }
  const fields = invoiceFields(quote, ask, { mode: isNet ? 'exclusive' : mode, noTax: traits.noTax });
  assertAcceptable(fields);
  return fields;
}

type Lines = Pick<ProviderTraits, 'noTax'> & { readonly mode: string };

function requireStatus(quote: JsonObject, convertible: readonly string[]): void {
  const status = String(quote['status'] ?? 'unknown');
  if (convertible.includes(status)) return;
  throw conflict('quote_not_accepted', `only an accepted quote can be converted; the status of this one is ${status}`);
}

/** A provider that makes the invoice itself knows no acceptance before it, so a sent quote converts, too. */
function termsOf(quote: JsonObject, { date, due_date, external_reference, account_code }: Ask): JsonObject {
  requireStatus(quote, ['SENT', 'ACCEPTED']);
  if (account_code !== undefined) throw badRequest('account_code', 'the provider itself chooses the accounts');
  return withoutEmpty({
    issue_date: date ?? null,
    due_date: due_date ?? quote['expiry_date'] ?? null,
    external_reference: external_reference === undefined ? (quote['external_reference'] ?? null) : external_reference,
  });
}

function invoiceFields(quote: JsonObject, ask: Ask, lines: Lines): JsonObject {
  const copied = (name: string): Json => quote[name] ?? null;
  return withoutEmpty({
    type: 'receivable',
    status: 'AUTHORISED',
    contact_id: copied('contact_id'),
    issue_date: ask.date ?? copied('issue_date'),
    due_date: ask.due_date ?? copied('expiry_date'),
    external_reference: ask.external_reference === undefined ? copied('external_reference') : ask.external_reference,
    branding_theme_id: copied('branding_theme_id'),
    currency: copied('currency'),
    currency_rate: chosenRate(quote),
    line_amount_mode: lines.mode,
    line_items: linesOf(quote).map((line) => invoiceLine(line, ask, lines)),
  });
}

/**
 * A line without a tax type may take its account's tax on an invoice, but no tax on a quote. So if the provider has a
 * type for no tax, the quote's untaxed lines get it.
 */
function invoiceLine(line: JsonObject, { account_code }: Ask, { mode, noTax }: Lines): JsonObject {
  const copied = copiedLine(line, { withTax: false });
  const isPriced = typeof copied['unit_amount'] === 'number';
  const namesAccount = ['account_code', 'account_id', 'item_code'].some((name) => name in copied);
  return {
    ...copied,
    ...(isPriced && !namesAccount && account_code !== undefined ? { account_code } : {}),
    ...(isPriced && noTax !== null && mode !== 'no_tax' && !('tax_type' in copied) ? { tax_type: noTax } : {}),
  };
}

function assertAcceptable(fields: JsonObject): void {
  const unbooked = linesOf(fields).findIndex(
    (line) => 'unit_amount' in line && !('account_code' in line || 'account_id' in line || 'item_code' in line),
  );
  if (unbooked >= 0) {
    const why = `line ${unbooked + 1} of the quote names no account, which an invoice needs; give account_code`;
    throw conflict('quote_line_without_account', why);
  }
  if (String(fields['external_reference'] ?? '').length > referenceMaxLength) {
    const why = `the quote's reference is longer than ${referenceMaxLength} characters; give external_reference`;
    throw conflict('quote_reference_too_long', why);
  }
}
