import { type RecipeName, recipeNames } from '#core';
import type { BodyExample } from './route.ts';

const contactId = 'con_5n4wpqk6t19r8v9e2q6m3d7c1x';
const invoiceId = 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d';
const quoteId = 'quo_1m2g7zr9bn8s4t6w5x3y0v2k8d';
const line_items = [{ description: 'Consulting, November', quantity: 2, unit_amount: 150.5, account_code: '200' }];
const invoice = { due_date: '2026-12-20', line_items };

const inputs: Readonly<Record<RecipeName, { readonly summary: string; readonly input: object }>> = {
  'invoice.create_and_deliver': {
    summary: 'An invoice that the provider mails',
    input: { invoice: { contact_id: contactId, ...invoice }, deliver: 'email' },
  },
  'invoice.create_with_contact': {
    summary: 'A draft for a customer who may be new',
    input: { contact: { name: 'Harbour Coffee Ltd', email: 'accounts@example.com' }, invoice },
  },
  'invoice.record_payment': {
    summary: 'Money that came in',
    input: { invoice_id: invoiceId, account_code: '090', amount: 50, date: '2026-12-01' },
  },
  'invoice.void_and_reissue': {
    summary: 'A wrong due date',
    input: { invoice_id: invoiceId, changes: { due_date: '2027-01-20' }, reason: 'the due date was wrong' },
  },
  'quote.create_and_send': {
    summary: 'A quote',
    input: { quote: { contact_id: contactId, issue_date: '2026-11-20', line_items } },
  },
  'quote.convert_to_invoice': {
    summary: 'An accepted quote',
    input: { quote_id: quoteId, date: '2026-12-01', due_date: '2026-12-20' },
  },
  'purchase_order.create_and_deliver': {
    summary: 'An order',
    input: { purchase_order: { contact_id: contactId, delivery_date: '2026-12-10', line_items } },
  },
};

/** One body for each recipe. */
export const automationExamples: Readonly<Record<string, BodyExample>> = Object.fromEntries(
  recipeNames.map((recipe) => {
    const { summary, input } = inputs[recipe];
    return [recipe, { summary, value: { connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7', recipe, input } }];
  }),
);
