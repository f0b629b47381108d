import { conflict } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { defineRecipe, plannedCreate, plannedUpdate } from './recipe.ts';
import { announcing, createOnce, emailOnce, type RecipeRun, readAgain, updateOnce } from './recipe-steps.ts';
import type { WrittenRecord } from './record-summary.ts';

const approval = { status: 'AUTHORISED' };

export const invoiceCreateAndDeliver = defineRecipe({
  name: 'invoice.create_and_deliver',
  title: 'Create and deliver an invoice',
  description: 'Creates a sales invoice, authorises it and gets it to the customer.',
  steps: [
    { name: 'create', description: 'Creates the invoice.', writes: true },
    { name: 'authorise', description: 'Authorises it, unless it was created so.', writes: true },
    { name: 'deliver', description: 'Has the provider mail it, or fetches the link to its online page.', writes: true },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  plan: async (_ledger, { invoice, deliver }) => ({
    create: plannedCreate('invoices', invoice),
    ...(isApproved(invoice.status) ? {} : { authorise: plannedUpdate('invoices', null, approval) }),
    ...(deliver === 'none'
      ? {}
      : { deliver: deliver === 'email' ? { action: 'email', type: 'invoices', id: null, fields: {} } : null }),
    re_read: null,
  }),
  run: async (run, { invoice, deliver }) => {
    const made = await createOnce(run, { step: 'create', type: 'invoices', fields: async () => invoice });
    const approved = isApproved(invoice.status)
      ? made
      : await updateOnce(run, { step: 'authorise', target: made, fields: approval });
    const delivery = await delivered(run, deliver, approved);
    const [current] = await readAgain(run, 're_read', [made]);
    return announcing(run, [current], { invoice: current, delivery });
  },
});

function isApproved(status: string | undefined): boolean {
  return status?.toUpperCase() === approval.status;
}

async function delivered(run: RecipeRun, how: 'email' | 'link' | 'none', invoice: WrittenRecord): Promise<JsonObject> {
  if (how === 'email') {
    await emailOnce(run, 'deliver', invoice);
    return { by: 'email' };
  }
  if (how === 'none') return { by: 'none' };
  return run.attempt.steps.step('deliver', async () => {
    const url = await run.ledger.onlineUrl(invoice.provider_id);
    if (url === undefined) throw conflict('no_provider_link', 'the provider has no online page for this invoice');
    return { result: { by: 'link', url } };
  });
}
