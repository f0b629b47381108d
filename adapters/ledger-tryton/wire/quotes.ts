import { headFields, headOf, lineFields, moneyOf } from './document-parts.ts';
import { hasIdOf, isOneOf, type Model, ofCompany } from './model.ts';
import { dayAt, textAt } from './native.ts';

/** Tryton: confirming a quote makes its invoice at once, so that it is accepted for an instant only. */
const statuses: Readonly<Record<string, string>> = {
  draft: 'DRAFT',
  quotation: 'SENT',
  confirmed: 'ACCEPTED',
  processing: 'INVOICED',
  done: 'INVOICED',
  cancelled: 'DELETED',
};

export const quotes: Model = {
  type: 'quotes',
  name: 'sale.sale',
  sync: 'changes',
  fields: [...headFields, ...lineFields, 'sale_date', 'invoices'],
  finds: {
    number: isOneOf('number'),
    external_reference: isOneOf('reference'),
    contact_id: hasIdOf('party'),
    name: isOneOf('party.name'),
    status: (values) => {
      const wanted = values.map((value) => value.toUpperCase());
      return [['state', 'in', Object.keys(statuses).filter((state) => wanted.includes(statuses[state] ?? ''))]];
    },
  },
  domain: ofCompany,
  describe(document) {
    const state = textAt(document, 'state');
    return {
      ...headOf(document),
      status: state && (statuses[state] ?? state.toUpperCase()),
      issue_date: dayAt(document, 'sale_date'),
      ...moneyOf(document, { sign: 1 }),
      title: textAt(document, 'description'),
      summary: null,
      terms: textAt(document, 'comment'),
      expiry_date: null,
    };
  },
};
