import * as v from 'valibot';
import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

const component = v.object({
  name: field.text,
  rate: field.number,
  compound: field.flag,
  non_recoverable: field.flag,
});

export const TaxRateRecord = recordOf('tax_rates', {
  name: field.text,
  tax_type: field.text,
  status: field.text,
  effective_rate: field.number,
  display_rate: field.number,
  components: v.array(component),
});
