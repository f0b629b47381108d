import { type ResourceType, resourceTypes } from '#core/ports';

type Form = { readonly idForm: 'uuid' | 'text' };

/** Provider: a tax rate has no id; its TaxType, a word, identifies it. All other records have UUIDs. */
export const idForms = {
  families: Object.fromEntries(
    resourceTypes.map((type): [ResourceType, Form] => [type, { idForm: type === 'tax_rates' ? 'text' : 'uuid' }]),
  ) as Readonly<Record<ResourceType, Form>>,
};
