import type { OperationType } from './operation.ts';

/** The recipes of automations; each is the type of an operation, `automation.<recipe>`. */
export const recipeNames = [
  'invoice.create_and_deliver',
  'invoice.create_with_contact',
  'invoice.record_payment',
  'invoice.void_and_reissue',
  'quote.create_and_send',
  'quote.convert_to_invoice',
  'purchase_order.create_and_deliver',
] as const;
export type RecipeName = (typeof recipeNames)[number];

export type AutomationType = `automation.${RecipeName}`;

export function automationType(recipe: RecipeName): AutomationType {
  return `automation.${recipe}`;
}

/** Undefined for an operation that is no automation. */
export function recipeOf(type: OperationType): RecipeName | undefined {
  return recipeNames.find((recipe) => automationType(recipe) === type);
}
