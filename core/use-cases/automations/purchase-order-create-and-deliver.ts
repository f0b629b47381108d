import { defineRecipe, plannedCreate, plannedUpdate } from './recipe.ts';
import { announcing, createOnce, updateOnce } from './recipe-steps.ts';
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
  run: async (run, { purchase_order }) => {
    const made = await createOnce(run, { step: 'create', type: 'purchase_orders', fields: async () => purchase_order });
    const current = isApproved(purchase_order.status)
      ? made
      : await updateOnce(run, { step: 'authorise', target: made, fields: approval });
    return announcing(run, [], { purchase_order: shown(current) });
  },
});

function isApproved(status: string | undefined): boolean {
  return status?.toUpperCase() === approval.status;
}
