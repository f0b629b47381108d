import { familyOf, type ResourceType, resourceTypes } from '#core';

/** How a resource type is called in the OpenAPI document. */
export interface ResourceWords {
  readonly type: ResourceType;
  /** As in `listPurchaseOrders`. */
  readonly plural: string;
  /** As in `getPurchaseOrder`. */
  readonly singular: string;
  /** As in "purchase order". */
  readonly spoken: string;
  /** As in "an invoice". */
  readonly withArticle: string;
  readonly tag: string;
}

export const resourceWords: readonly ResourceWords[] = resourceTypes.map((type) => {
  const spoken = familyOf(type).singular;
  return {
    type,
    plural: pascal(type.split('_')),
    singular: pascal(spoken.split(' ')),
    spoken,
    withArticle: `${/^[aeiou]/.test(spoken) ? 'an' : 'a'} ${spoken}`,
    tag: tagOf(type),
  };
});

/** As in "Purchase orders". */
export function tagOf(type: string): string {
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As in `purchase_orders`, split, and PurchaseOrders. */
export function pascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
