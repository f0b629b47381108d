import { notFound, type ResourceType } from '../../../core/ports.ts';
import { contacts } from './contacts.ts';
import { creditNotes, invoices } from './invoices.ts';
import { accounts, organizations, taxRates } from './master-data.ts';
import type { Model } from './model.ts';
import { payments } from './payments.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { quotes } from './quotes.ts';

/** The families that exist in Tryton. */
export const models: Readonly<Partial<Record<ResourceType, Model>>> = {
  organizations,
  contacts,
  invoices,
  credit_notes: creditNotes,
  quotes,
  payments,
  purchase_orders: purchaseOrders,
  accounts,
  tax_rates: taxRates,
};

/** Throws NOT_FOUND for a family that Tryton does not have; the core asks for none. */
export function modelOf(type: ResourceType): Model {
  const model = models[type];
  if (!model) throw notFound('family at the provider');
  return model;
}
