// Organizations, accounts and tax rates, which change seldom and are read whole.
import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../../core/ports.ts';
import { archivedToo, isOneOf, type Model, ofCompany } from './model.ts';
import { decimalAt, flagAt, idAt, relatedAt, relatedListAt, textAt, unmarked } from './native.ts';

export const organizations: Model = {
  type: 'organizations',
  name: 'company.company',
  sync: 'whole',
  fields: [...['party.name', 'party.tax_identifier.code', 'party.addresses.country.code', 'currency.code', 'timezone']],
  finds: {},
  domain: (companyId) => [['id', '=', companyId]],
  describe(document) {
    const party = relatedAt(document, 'party');
    const [address = {}] = relatedListAt(party, 'addresses');
    return {
      name: textAt(party, 'name'),
      legal_name: null,
      short_code: null,
      base_currency: textAt(relatedAt(document, 'currency'), 'code'),
      country_code: textAt(relatedAt(address, 'country'), 'code'),
      timezone: textAt(document, 'timezone'),
      tax_number: textAt(relatedAt(party, 'tax_identifier'), 'code'),
      pays_tax: null,
      version: null,
      financial_year_end: null,
      period_lock_date: null,
      end_of_year_lock_date: null,
      is_demo: null,
    };
  },
};

const accountTypes = ['name', 'statement', 'revenue', 'expense', 'assets'].map((name) => `type.${name}`);

export const accounts: Model = {
  type: 'accounts',
  name: 'account.account',
  sync: 'whole',
  fields: ['code', 'name', 'closed', 'note', 'taxes', 'currency.code', 'second_currency.code', ...accountTypes],
  // Tryton: a code is not unique.
  finds: { code: isOneOf('code') },
  // An account of a type without a statement only groups others.
  domain: (companyId) => [...ofCompany(companyId), ['type.statement', '!=', null], ...archivedToo],
  describe(document) {
    const type = relatedAt(document, 'type');
    const [tax] = Array.isArray(document['taxes']) ? document['taxes'] : [];
    const second = textAt(relatedAt(document, 'second_currency'), 'code');
    return {
      code: textAt(document, 'code'),
      name: textAt(document, 'name'),
      type: textAt(type, 'name'),
      class: classOf(type),
      status: flagAt(document, 'closed') ? 'ARCHIVED' : 'ACTIVE',
      description: unmarked(textAt(document, 'note')),
      tax_type: typeof tax === 'number' ? String(tax) : null,
      currency: second ?? textAt(relatedAt(document, 'currency'), 'code'),
      enable_payments: null,
      system_account: null,
    };
  },
};

function classOf(type: JsonObject): string | null {
  if (flagAt(type, 'revenue')) return 'REVENUE';
  if (flagAt(type, 'expense')) return 'EXPENSE';
  if (type['statement'] !== 'balance') return null;
  return flagAt(type, 'assets') ? 'ASSET' : 'LIABILITY';
}

export const taxRates: Model = {
  type: 'tax_rates',
  name: 'account.tax',
  sync: 'whole',
  fields: ['name', 'type', 'rate', 'active', 'childs.name', 'childs.type', 'childs.rate'],
  finds: {},
  domain: (companyId) => [...ofCompany(companyId), ['parent', '=', null], ...archivedToo],
  describe(document) {
    const parts = document['type'] === 'none' ? relatedListAt(document, 'childs') : [document];
    const rates = parts.map(percentOf);
    // A tax of a fixed amount has no rate.
    const rate = rates.includes(null) ? null : Decimal.sum(0, ...rates.map((part) => part ?? 0)).toNumber();
    return {
      name: textAt(document, 'name'),
      tax_type: idAt(document),
      status: document['active'] === undefined || flagAt(document, 'active') ? 'ACTIVE' : 'ARCHIVED',
      effective_rate: rate,
      display_rate: rate,
      components: parts.map((part, i) => ({
        name: textAt(part, 'name'),
        rate: rates[i]?.toNumber() ?? null,
        compound: null,
        non_recoverable: null,
      })),
    };
  },
};

function percentOf(tax: JsonObject): Decimal | null {
  return tax['type'] === 'percentage' ? (decimalAt(tax, 'rate')?.times(100) ?? null) : null;
}
