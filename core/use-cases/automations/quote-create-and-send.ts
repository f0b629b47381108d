import { defineRecipe, plannedCreate, plannedUpdate } from './recipe.ts';
import { announcing, createOnce, updateOnce } from './recipe-steps.ts';
import { shown } from './record-summary.ts';

const sent = { status: 'SENT' };

export const quoteCreateAndSend = defineRecipe({
  name: 'quote.create_and_send',
  title: 'Create and send a quote',
  description: 'Creates a quote and marks it as sent. The provider does not mail quotes.',
  steps: [
    { name: 'create', description: 'Creates the quote.', writes: true },
    { name: 'send', description: 'Marks it as sent, unless it was created so.', writes: true },
  ],
  plan: async (_ledger, { quote }) => ({
    create: plannedCreate('quotes', quote),
    ...(isSent(quote.status) ? {} : { send: plannedUpdate('quotes', null, sent) }),
  }),
  run: async (run, { quote }) => {
    const made = await createOnce(run, { step: 'create', type: 'quotes', fields: async () => quote });
    const current = isSent(quote.status) ? made : await updateOnce(run, { step: 'send', target: made, fields: sent });
    return announcing(run, [], { quote: shown(current) });
  },
});

function isSent(status: string | undefined): boolean {
  return status?.toUpperCase() === sent.status;
}
