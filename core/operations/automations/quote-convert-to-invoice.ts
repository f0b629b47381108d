import { areEqualTotals, shownTotals } from '../../domain/document-totals.ts';
import { conflict } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { convertQuote } from '../../domain/quote-conversion.ts';
import { resourceIdOf } from '../../domain/resource-id.ts';
import type { AutomationInput } from '../../schemas/requests/automation-inputs.ts';
import { requireProviderId } from '../../use-cases/resources/resource-target.ts';
import type { Look } from './look.ts';
import { plannedCreate, plannedUpdate } from './planned-write.ts';
import { defineRecipe } from './recipe.ts';
import { shown, summaryOf, type WrittenRecord } from './record-summary.ts';

type Input = AutomationInput<'quote.convert_to_invoice'>;

const mark = { status: 'INVOICED' };

export const quoteConvertToInvoice = defineRecipe({
  name: 'quote.convert_to_invoice',
  title: 'Convert a quote to an invoice',
  description: 'Makes an authorised invoice of an accepted quote, to the same total, and marks the quote as invoiced.',
  steps: [
    {
      name: 'read',
      description: 'Reads the quote, which must be accepted, and what its taxes come to.',
      writes: false,
    },
    { name: 'create', description: 'Creates the invoice, authorised.', writes: true },
    { name: 'check_totals', description: 'Compares what both come to.', writes: false },
    { name: 'mark_invoiced', description: 'Marks the quote as invoiced.', writes: true },
  ],
  plan: async (look, input) => {
    const { fields } = await converted(look, input);
    return {
      read: null,
      create: plannedCreate('invoices', fields),
      check_totals: null,
      mark_invoiced: plannedUpdate('quotes', resourceIdOf('quotes', quoteIdOf(input)), mark),
    };
  },
  run: async (desk, input) => {
    let made: JsonObject | undefined;
    const quote = await desk.step('read', async () => {
      const { live, fields } = await converted(desk, input);
      made = fields;
      return { result: summaryOf(live) };
    });
    const invoice = await desk.create('create', 'invoices', async () => made ?? (await converted(desk, input)).fields);
    await desk.step('check_totals', async () => ({ result: comparedTotals(quote, invoice) }));
    const marked = await desk.update('mark_invoiced', quote, mark, (live) => isMarked(live, invoice));
    return desk.announcing([], { invoice: shown(invoice), quote: shown(marked) });
  },
});

function quoteIdOf({ quote_id }: Input): string {
  return requireProviderId('quotes', quote_id);
}

/** Throws CONFLICT where the quote cannot become an invoice to the same total. */
async function converted(look: Look, input: Input): Promise<{ live: LedgerRecord; fields: JsonObject }> {
  const live = await look.read('quotes', quoteIdOf(input));
  const { date, due_date: dueDate, external_reference: reference, account_code: accountCode } = input;
  const conversion = convertQuote(live.fields, { date, dueDate, reference, accountCode }, await look.taxRates());
  if (conversion.kind === 'refused') throw conflict(conversion.reason, conversion.why);
  return { live, fields: conversion.fields };
}

/** Nobody may send an invoice for a quote's goods at another price without noticing. */
function comparedTotals(quote: JsonObject, invoice: WrittenRecord): JsonObject {
  const [quoted, invoiced] = [shownTotals(quote), shownTotals(invoice)];
  if (areEqualTotals(quoted, invoiced)) return { total: quoted.total.toNumber() };
  throw conflict(
    'converted_totals_differ',
    `the invoice ${nameOf(invoice)} comes to ${invoiced.total} (tax ${invoiced.totalTax}), the quote to ${quoted.total} (tax ${quoted.totalTax}); the invoice stands, and the quote was not marked as invoiced`,
  );
}

/** True when the quote is marked already. Throws CONFLICT when it was taken back meanwhile. */
function isMarked(live: LedgerRecord, invoice: WrittenRecord): boolean {
  const status = textField(live, 'status') ?? 'unknown';
  if (status === mark.status) return true;
  if (status === 'ACCEPTED') return false;
  throw conflict(
    'quote_not_accepted',
    `the quote is ${status} by now and was not marked as invoiced; the invoice ${nameOf(invoice)} stands`,
  );
}

function nameOf(invoice: WrittenRecord): string {
  return String(invoice['number'] ?? invoice.id);
}
