import { familyOf, resourceTypes } from '#core';

/** How each resource type is called in the OpenAPI document. */
export const resourceWords = resourceTypes.map((type) => {
  const spoken = familyOf(type).singular;
  return {
    type,
    /** As in `listPurchaseOrders`. */
    plural: pascal(type.split('_')),
    /** As in `getPurchaseOrder`. */
    singular: pascal(spoken.split(' ')),
    /** As in "purchase order". */
    spoken,
    /** As in "an invoice". */
    withArticle: `${/^[aeiou]/.test(spoken) ? 'an' : 'a'} ${spoken}`,
    tag: tagOf(type),
  };
});
export type ResourceWords = (typeof resourceWords)[number];

/** As in "Purchase orders". */
export function tagOf(type: string): string {
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As in `purchase_orders`, split, and PurchaseOrders. */
export function pascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
