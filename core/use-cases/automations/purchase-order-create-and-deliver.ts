import { defineRecipe, plannedCreate, plannedUpdate } from './recipe.ts';
import { shown } from './record-summary.ts';

const approval = { status: 'AUTHORISED' };

export const purchaseOrderCreateAndDeliver = defineRecipe({
  name: 'purchase_order.create_and_deliver',
  title: 'Create and release a purchase order',
  description: 'Creates a purchase order and authorises it. The provider does not mail purchase orders.',
  steps: [
    { name: 'create', description: 'Creates the purchase order.', writes: true },
    { name: 'authorise', description: 'Authorises it, unless it was created so.', writes: true },
  ],
  plan: async (_ledger, { purchase_order }) => ({
    create: plannedCreate('purchase_orders', purchase_order),
    ...(isApproved(purchase_order.status) ? {} : { authorise: plannedUpdate('purchase_orders', null, approval) }),
  }),
  run: async (runner, { purchase_order }) => {
    const made = await runner.create('create', 'purchase_orders', async () => purchase_order);
    const current = isApproved(purchase_order.status) ? made : await runner.update('authorise', made, approval);
    return runner.announcing([], { purchase_order: shown(current) });
  },
});

function isApproved(status: string | undefined): boolean {
  return status?.toUpperCase() === approval.status;
}
