// Prepayments and overpayments: money that a bank transaction left with a contact, until it is allocated or refunded.
import * as v from 'valibot';
import { allocationField, contactReference, described, field, lineItem, paymentField, rate } from './answer-fields.ts';
import { family } from './family.ts';

const statuses = ['AUTHORISED', 'PAID', 'VOIDED'] as const;

const fields = {
  kind: described(field.text, '`receive` from a customer or `spend` at a supplier.'),
  status: field.text,
  contact_id: field.text,
  contact: v.nullable(contactReference),
  date: field.date,
  number: field.text,
  currency: field.text,
  currency_rate: rate,
  line_items: v.array(lineItem),
  sub_total: field.number,
  total_tax: field.number,
  total: field.number,
  remaining_credit: field.number,
  allocations: v.array(allocationField),
  payments: v.array(paymentField),
};

/** Made by a bank transaction that settles a prepayment. */
export const prepayments = family('prepayments', {
  idPrefix: 'prp',
  singular: 'prepayment',
  isDated: true,
  isFollowedAlone: true,
  statuses,
  fields,
});

/** Made by a bank transaction that settles an overpayment; the provider posts its one line itself. */
export const overpayments = family('overpayments', {
  idPrefix: 'ovp',
  singular: 'overpayment',
  isDated: true,
  isFollowedAlone: true,
  statuses,
  fields,
});
