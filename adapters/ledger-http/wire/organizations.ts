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
  text('name', 'Name'),
  text('legal_name', 'LegalName'),
  text('short_code', 'ShortCode'),
  text('base_currency', 'BaseCurrency'),
  text('country_code', 'CountryCode'),
  text('timezone', 'Timezone'),
  text('tax_number', 'TaxNumber'),
  flag('pays_tax', 'PaysTax'),
  text('version', 'Version'),
  yearEnd,
  date('period_lock_date', 'PeriodLockDate'),
  flag('is_demo', 'IsDemoCompany'),
];

export const organizations = family({
  type: 'organizations',
  path: '/Organisation',
  envelope: 'Organisations',
  idKey: 'OrganisationID',
  fields: read.map(readOnly),
});
