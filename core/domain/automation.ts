import type { ResourceType } from './resource.ts';

export const recipeNames = [
  'invoice.create_and_deliver',
  'invoice.create_with_contact',
  'invoice.record_payment',
  'invoice.void_and_reissue',
  'credit_note.create_and_allocate',
  'quote.create_and_send',
  'quote.convert_to_invoice',
  'purchase_order.create_and_deliver',
  'bank_transaction.record',
  'payout.summarise',
] as const;
export type RecipeName = (typeof recipeNames)[number];

/**
 * For recipes that end a document: the input field with its id. The index `operations_once_a_target` allows one
 * unfinished operation per document.
 */
export const endedDocument = {
  'quote.convert_to_invoice': { type: 'quotes', field: 'quote_id' },
  'invoice.void_and_reissue': { type: 'invoices', field: 'invoice_id' },
} as const satisfies { readonly [R in RecipeName]?: { readonly type: ResourceType; readonly field: string } };

export type AutomationType = `automation.${RecipeName}`;

export function automationType(recipe: RecipeName): AutomationType {
  return `automation.${recipe}`;
}

export function isAutomation(type: string): type is AutomationType {
  return automationRecipe(type) !== undefined;
}

/** Undefined for another type of work. */
export function automationRecipe(type: string): RecipeName | undefined {
  return recipeNames.find((recipe) => automationType(recipe) === type);
}
