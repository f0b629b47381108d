import { family } from './family.ts';
import { amount, type Field, flag, list, readOnly, text } from './field.ts';

const componentFields: readonly Field[] = [
  text('name'),
  amount('rate'),
  flag('compound', 'IsCompound'),
  flag('non_recoverable', 'IsNonRecoverable'),
];

/** Provider: a tax rate has no id; its TaxType identifies it. */
export const taxRates = family({
  type: 'tax_rates',
  path: '/TaxRates',
  idKey: 'TaxType',
  fields: [
    text('name'),
    text('tax_type'),
    text('status'),
    amount('effective_rate'),
    amount('display_rate', 'DisplayTaxRate'),
    list('components', 'TaxComponents', componentFields),
  ].map(readOnly),
});
