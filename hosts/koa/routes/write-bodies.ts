import { NativeWriteRequest, type ResourceType, recordSchemas } from '#core';
import type { BodyExample, RequestBody } from './route.ts';

const contactId = 'con_5n4wpqk6t19r8v9e2q6m3d7c1x';
const invoiceId = 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d';

type Examples = Readonly<Record<string, BodyExample>>;

const createExamples: Partial<Record<ResourceType, Examples>> = {
  contacts: {
    normalized: {
      summary: 'A company with an email address',
      value: { name: 'Harbour Coffee Ltd', email: 'accounts@example.com', contact_number: 'customer-4711' },
    },
  },
  invoices: {
    normalized: {
      summary: 'A draft with one line',
      value: {
        contact_id: contactId,
        external_reference: 'order-1001',
        due_date: '2026-12-20',
        status: 'DRAFT',
        line_items: [{ description: 'Consulting, November', quantity: 2, unit_amount: 150.5, account_code: '200' }],
      },
    },
    native: {
      summary: 'The provider’s own document',
      value: {
        provider_data: {
          Type: 'ACCREC',
          Contact: { ContactID: 'bd2270c3-8706-4c11-9cfb-000b551c3f51' },
          LineAmountTypes: 'Exclusive',
          LineItems: [{ Description: 'Consulting', Quantity: 2, UnitAmount: 150.5, AccountCode: '200' }],
        },
      },
    },
  },
  payments: {
    normalized: {
      summary: 'Pays part of an invoice from an account',
      value: { invoice_id: invoiceId, account_code: '090', amount: 50, date: '2026-12-01' },
    },
  },
};

const updateExamples: Partial<Record<ResourceType, Examples>> = {
  invoices: {
    approve: { summary: 'Only the status; everything else is kept', value: { status: 'AUTHORISED' } },
    native: {
      summary: 'Native fields laid over the live record',
      value: { provider_data: { Reference: 'order-1001-b' }, preserve_existing: true },
    },
  },
  payments: { remove: { summary: 'The one change a payment allows', value: { status: 'DELETED' } } },
};

/** What creates or updates a record of this type: its normalized body where it has one, or the provider's document. */
export function writeBody(type: ResourceType, intent: 'create' | 'update'): RequestBody {
  const normalized = Object.entries(recordSchemas).find(([name]) => name === type)?.[1];
  const examples = (intent === 'create' ? createExamples : updateExamples)[type];
  return {
    description: normalized ? 'Normalized fields, or the provider’s own document.' : 'The provider’s own document.',
    schemas: [...(normalized ? [normalized[intent]] : []), NativeWriteRequest],
    ...(examples === undefined ? {} : { examples }),
  };
}
