import { type RecipeName, recipeNames } from '../../domain/automation.ts';
import { invoiceCreateAndDeliver } from './invoice-create-and-deliver.ts';
import { invoiceCreateWithContact } from './invoice-create-with-contact.ts';
import { invoiceRecordPayment } from './invoice-record-payment.ts';
import { invoiceVoidAndReissue } from './invoice-void-and-reissue.ts';
import { purchaseOrderCreateAndDeliver } from './purchase-order-create-and-deliver.ts';
import { quoteConvertToInvoice } from './quote-convert-to-invoice.ts';
import { quoteCreateAndSend } from './quote-create-and-send.ts';
import type { Recipe } from './recipe.ts';

/** Every automation that there is. */
export const recipes: Readonly<Record<RecipeName, Recipe>> = {
  'invoice.create_and_deliver': invoiceCreateAndDeliver,
  'invoice.create_with_contact': invoiceCreateWithContact,
  'invoice.record_payment': invoiceRecordPayment,
  'invoice.void_and_reissue': invoiceVoidAndReissue,
  'quote.create_and_send': quoteCreateAndSend,
  'quote.convert_to_invoice': quoteConvertToInvoice,
  'purchase_order.create_and_deliver': purchaseOrderCreateAndDeliver,
};

/** Every recipe, with its steps and the schema of its input. */
export function listRecipes() {
  return recipeNames.map((name) => {
    const { title, description, steps, input } = recipes[name];
    return { name, title, description, steps, input };
  });
}
