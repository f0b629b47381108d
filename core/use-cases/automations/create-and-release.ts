// The recipes that create a document and release it: authorise it or mark it as sent.
import { conflict } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { lackOf } from '../providers/coverage.ts';
import { plannedCreate, plannedUpdate, type Recipe, type RecipePlan } from './recipe.ts';
import { announcing, createOnce, emailOnce, type RecipeRun, readAgain, updateOnce } from './recipe-steps.ts';
import { shown, type WrittenRecord } from './record-summary.ts';

/** A document to create, and the step that changes its status. */
interface Release {
  readonly type: ResourceType;
  readonly document: { readonly status?: string | undefined };
  readonly step: string;
  readonly status: string;
}

function plannedRelease(release: Release): RecipePlan {
  const { type, document, step, status } = release;
  const change = isReleased(release) ? {} : { [step]: plannedUpdate(type, null, { status }) };
  return { create: plannedCreate(type, document), ...change };
}

async function created(run: RecipeRun, release: Release): Promise<WrittenRecord> {
  const { type, document, step, status } = release;
  const made = await createOnce(run, { step: 'create', type, fields: async () => document });
  return isReleased(release) ? made : updateOnce(run, { step, target: made, fields: { status } });
}

function isReleased({ document, status }: Release): boolean {
  return document.status?.toUpperCase() === status;
}

const approval = { step: 'authorise', status: 'AUTHORISED' } as const;
const sending = { step: 'send', status: 'SENT' } as const;

export const invoiceCreateAndDeliver: Recipe<'invoice.create_and_deliver'> = {
  title: 'Create and deliver an invoice',
  description: 'Creates a sales invoice, authorises it and delivers it to the customer.',
  steps: [
    { name: 'create', description: 'Creates the invoice.', writes: true },
    { name: 'authorise', description: 'Authorises it, unless it was created authorised.', writes: true },
    {
      name: 'deliver',
      description: 'Makes the provider mail it, or fetches the link to its online page.',
      writes: true,
    },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  lack: (traits, { invoice, deliver = 'none' }) => {
    const delivery = deliver === 'none' ? [] : [deliver];
    return lackOf(traits, [{ type: 'invoices', can: ['read', 'create', 'update', ...delivery], fields: invoice }]);
  },
  plan: async (_ledger, { invoice, deliver }) => ({
    ...plannedRelease({ type: 'invoices', document: invoice, ...approval }),
    ...(deliver === 'none'
      ? {}
      : { deliver: deliver === 'email' ? { action: 'email', type: 'invoices', id: null, fields: {} } : null }),
  }),
  run: async (run, { invoice, deliver }) => {
    const approved = await created(run, { type: 'invoices', document: invoice, ...approval });
    const delivery = await delivered(run, deliver, approved);
    const [current] = await readAgain(run, 're_read', [approved]);
    return announcing(run, [current], { invoice: current, delivery });
  },
};

async function delivered(run: RecipeRun, how: 'email' | 'link' | 'none', invoice: WrittenRecord): Promise<JsonObject> {
  if (how === 'email') await emailOnce(run, 'deliver', invoice);
  if (how !== 'link') return { by: how };
  return run.attempt.steps.step('deliver', async () => {
    const url = await run.ledger.onlineUrl(invoice.provider_id);
    if (url === undefined) throw conflict('no_provider_link', 'the provider has no online page for this invoice');
    return { result: { by: 'link', url } };
  });
}

export const quoteCreateAndSend: Recipe<'quote.create_and_send'> = {
  title: 'Create and send a quote',
  description: 'Creates a quote and marks it as sent. The provider does not mail quotes.',
  steps: [
    { name: 'create', description: 'Creates the quote.', writes: true },
    { name: 'send', description: 'Marks it as sent, unless it was created as sent.', writes: true },
  ],
  lack: (traits, { quote }) => lackOf(traits, [{ type: 'quotes', can: ['create', 'update'], fields: quote }]),
  plan: async (_ledger, { quote }) => plannedRelease({ type: 'quotes', document: quote, ...sending }),
  run: async (run, { quote }) => {
    const sent = await created(run, { type: 'quotes', document: quote, ...sending });
    return announcing(run, [], { quote: shown(sent) });
  },
};

export const purchaseOrderCreateAndDeliver: Recipe<'purchase_order.create_and_deliver'> = {
  title: 'Create and release a purchase order',
  description: 'Creates a purchase order and authorises it. The provider does not mail purchase orders.',
  steps: [
    { name: 'create', description: 'Creates the purchase order.', writes: true },
    { name: 'authorise', description: 'Authorises it, unless it was created authorised.', writes: true },
  ],
  lack: (traits, { purchase_order }) =>
    lackOf(traits, [{ type: 'purchase_orders', can: ['create', 'update'], fields: purchase_order }]),
  plan: async (_ledger, { purchase_order }) =>
    plannedRelease({ type: 'purchase_orders', document: purchase_order, ...approval }),
  run: async (run, { purchase_order }) => {
    const approved = await created(run, { type: 'purchase_orders', document: purchase_order, ...approval });
    return announcing(run, [], { purchase_order: shown(approved) });
  },
};
