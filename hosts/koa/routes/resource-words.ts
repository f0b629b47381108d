import { familyOf, resourceTypes } from '#core';

export const resourceWords = resourceTypes.map((type) => {
  const spoken = familyOf(type).singular;
  return {
    type,
    plural: pascal(type.split('_')),
    singular: pascal(spoken.split(' ')),
    spoken,
    /** Such as "an invoice". */
    withArticle: `${/^[aeiou]/.test(spoken) ? 'an' : 'a'} ${spoken}`,
    tag: tagOf(type),
  };
});
export type ResourceWords = (typeof resourceWords)[number];

export function tagOf(type: string): string {
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `['purchase', 'orders']` gives PurchaseOrders. */
export function pascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
