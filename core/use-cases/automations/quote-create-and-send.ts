import { defineRecipe, plannedCreate, plannedUpdate } from './recipe.ts';
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
  run: async (runner, { quote }) => {
    const made = await runner.create('create', 'quotes', async () => quote);
    const current = isSent(quote.status) ? made : await runner.update('send', made, sent);
    return runner.announcing([], { quote: shown(current) });
  },
});

function isSent(status: string | undefined): boolean {
  return status?.toUpperCase() === sent.status;
}
