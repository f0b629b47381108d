import type * as v from 'valibot';
import type { ResourceType } from '../../domain/resource.ts';
import { ContactCreateRequest, ContactUpdateRequest } from './contact.ts';
import { InvoiceCreateRequest, InvoiceUpdateRequest } from './invoice.ts';
import { PaymentCreateRequest, PaymentUpdateRequest } from './payment.ts';
import { PurchaseOrderCreateRequest, PurchaseOrderUpdateRequest } from './purchase-order.ts';
import { QuoteCreateRequest, QuoteUpdateRequest } from './quote.ts';

export type NormalizedType = Extract<ResourceType, 'contacts' | 'invoices' | 'quotes' | 'payments' | 'purchase_orders'>;

export interface RecordSchemas {
  readonly create: v.GenericSchema;
  readonly update: v.GenericSchema;
}

/** The normalized bodies of every family that has them. */
export const recordSchemas: Readonly<Record<NormalizedType, RecordSchemas>> = {
  contacts: { create: ContactCreateRequest, update: ContactUpdateRequest },
  invoices: { create: InvoiceCreateRequest, update: InvoiceUpdateRequest },
  quotes: { create: QuoteCreateRequest, update: QuoteUpdateRequest },
  payments: { create: PaymentCreateRequest, update: PaymentUpdateRequest },
  purchase_orders: { create: PurchaseOrderCreateRequest, update: PurchaseOrderUpdateRequest },
};
