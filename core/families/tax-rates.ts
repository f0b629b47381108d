import * as v from 'valibot';
import { field } from './answer-fields.ts';
import { family } from './family.ts';

const component = v.object({ name: field.text, rate: field.number, compound: field.flag, non_recoverable: field.flag });

export const taxRates = family('tax_rates', {
  idPrefix: 'tax',
  singular: 'tax rate',
  statuses: ['ACTIVE', 'DELETED', 'ARCHIVED', 'PENDING'],
  fields: {
    name: field.text,
    tax_type: field.text,
    status: field.text,
    effective_rate: field.number,
    display_rate: field.number,
    components: v.array(component),
  },
});
