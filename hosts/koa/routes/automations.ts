import { type RecipeName, recipeNames } from '#core';
import {
  AutomationPlanAnswer,
  AutomationRequest,
  listOf,
  OperationAnswer,
  presenter,
  presentOperation,
  RecipeAnswer,
  successOf,
} from '#core/schemas';
import { wholeList } from '../present/answers.ts';
import { inputJsonSchema } from './input-json-schema.ts';
import { apiRoutes, json, type RequestBody } from './route.ts';

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
  'credit_note.create_and_allocate': {
    summary: 'Goods that came back',
    input: {
      credit_note: { type: 'receivable', contact_id: contactId, issue_date: '2026-12-01', line_items },
      invoice_id: invoiceId,
    },
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
  'bank_transaction.record': {
    summary: 'What a card has paid, at a merchant who may be new',
    input: {
      contact: { name: 'Quay Coffee' },
      bank_transaction: {
        ...{ kind: 'spend', bank_account_code: '090', date: '2026-12-01', external_reference: 'card-7781' },
        line_amount_mode: 'inclusive',
        line_items: [{ description: 'Coffee beans', quantity: 1, unit_amount: 46, account_code: '400' }],
      },
    },
  },
  'payout.summarise': {
    summary: 'A week of a shop, as its processor paid it out',
    input: {
      payout: {
        ...{ reference: 'po_1041', date: '2026-12-07', amount: 1118.4 },
        lines: [
          { description: 'Sales', amount: 1150, account_code: '200', tax_type: 'OUTPUT2' },
          { description: 'Fees', amount: -31.6, account_code: '404' },
        ],
      },
      ...{ line_amount_mode: 'inclusive', clearing_account_code: '615' },
    },
  },
};

const automationExamples: NonNullable<RequestBody['examples']> = Object.fromEntries(
  recipeNames.map((recipe) => {
    const { summary, input } = inputs[recipe];
    return [recipe, { summary, value: { connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7', recipe, input } }];
  }),
);

const planAnswer = presenter(AutomationPlanAnswer);

export const automationRoutes = apiRoutes('Automations', {
  'POST /v1/automations': {
    scope: 'automate',
    operationId: 'createAutomation',
    summary: 'Start an automation',
    description:
      'Queues a recipe on a connection. Each of its writes happens at most once, whatever fails on the way. When it ends, the service sends the event `automation.succeeded` or `automation.failed`, and the result of a failure names the writes that were made (`applied`). With `dry_run` nothing is written: the service makes the checks that only read and answers with the plan. A connection with zero retention has no automations (CONFLICT, `zero_retention`). `quote.convert_to_invoice` and `invoice.void_and_reissue` run once at a time for a document: while one is unfinished, a second is CONFLICT with `reason` `already_running` and its `operation_id`. When somebody else converted, cancelled or changed the document meanwhile, the copy stays a draft and the operation fails with `target_changed`, which names the draft.',
    idempotencyKey: 'required',
    waits: true,
    body: {
      description: 'Which recipe, on which connection, with what.',
      schemas: [AutomationRequest],
      examples: automationExamples,
    },
    success: json(202, 'The operation.', successOf(OperationAnswer)),
    others: [json(200, 'The plan of a dry run.', successOf(AutomationPlanAnswer))],
    handle: async ({ core, caller, write, waitSeconds }) => {
      const automated = await core.automations.create(caller, { write, waitSeconds });
      if (automated.kind === 'planned') {
        return { status: 200, message: 'Nothing was written', data: planAnswer({ dryRun: true, ...automated.plan }) };
      }
      const { operation, replayed } = automated;
      return { message: `Automation is ${operation.state}`, data: presentOperation(operation), replayed };
    },
  },
  'GET /v1/automations/recipes': {
    common: true,
    operationId: 'listRecipes',
    summary: 'List recipes',
    description: 'The kinds of automation, each with its steps and the schema of its input. Always one page.',
    success: json(200, 'The recipes.', listOf(RecipeAnswer)),
    handle: async ({ core }) => {
      const recipes = core.automations.recipes().map(({ name, input, ...rest }) => {
        return { recipe: name, ...rest, input_schema: inputJsonSchema(input) };
      });
      return wholeList('Recipes', recipes);
    },
  },
});
