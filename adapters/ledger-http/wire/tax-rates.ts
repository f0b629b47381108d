import { family } from './family.ts';
import { amount, type Field, flag, list, readOnly, text } from './field.ts';

const componentFields: readonly Field[] = [
  text('name', 'Name'),
  amount('rate', 'Rate'),
  flag('compound', 'IsCompound'),
  flag('non_recoverable', 'IsNonRecoverable'),
];

/** Provider: a tax rate has no id; its TaxType identifies it. */
export const taxRates = family({
  type: 'tax_rates',
  path: '/TaxRates',
  idKey: 'TaxType',
  fields: [
    text('name', 'Name'),
    text('tax_type', 'TaxType'),
    text('status', 'Status'),
    amount('effective_rate', 'EffectiveRate'),
    amount('display_rate', 'DisplayTaxRate'),
    list('components', 'TaxComponents', componentFields),
  ].map(readOnly),
});
