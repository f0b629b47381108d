import { family } from './family.ts';
import { date, type Field, flag, readOnly, text } from './field.ts';

const yearEnd: Field = {
  name: 'financial_year_end',
  read: (native) => {
    const [day, month] = [native['FinancialYearEndDay'], native['FinancialYearEndMonth']];
    return typeof day === 'number' && typeof month === 'number' ? { day, month } : null;
  },
};

const read: readonly Field[] = [
  text('name'),
  text('legal_name'),
  text('short_code'),
  text('base_currency'),
  text('country_code'),
  text('timezone'),
  text('tax_number'),
  flag('pays_tax'),
  text('version'),
  yearEnd,
  date('period_lock_date'),
  date('end_of_year_lock_date'),
  flag('is_demo', 'IsDemoCompany'),
];

export const organizations = family({
  type: 'organizations',
  path: '/Organisation',
  envelope: 'Organisations',
  idKey: 'OrganisationID',
  fields: read.map(readOnly),
});
