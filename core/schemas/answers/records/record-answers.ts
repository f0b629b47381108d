import type * as v from 'valibot';
import type { ResourceType } from '../../../domain/resource.ts';
import { AccountRecord } from './account-record.ts';
import { BrandingThemeRecord } from './branding-theme-record.ts';
import { ContactRecord } from './contact-record.ts';
import { InvoiceRecord } from './invoice-record.ts';
import { OrganizationRecord } from './organization-record.ts';
import { PaymentRecord } from './payment-record.ts';
import { PurchaseOrderRecord } from './purchase-order-record.ts';
import { QuoteRecord } from './quote-record.ts';
import { TaxRateRecord } from './tax-rate-record.ts';

/** The answer schema of each resource type's records. */
export const recordAnswers = {
  organizations: OrganizationRecord,
  contacts: ContactRecord,
  invoices: InvoiceRecord,
  quotes: QuoteRecord,
  payments: PaymentRecord,
  purchase_orders: PurchaseOrderRecord,
  accounts: AccountRecord,
  tax_rates: TaxRateRecord,
  branding_themes: BrandingThemeRecord,
} as const satisfies Record<ResourceType, v.GenericSchema>;
