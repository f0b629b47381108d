/** Bodies with documents of this provider, for the OpenAPI document, by operation. */
export const nativeExamples = {
  createInvoice: {
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
  updateInvoice: {
    native: {
      summary: 'Native fields laid over the live record',
      value: { provider_data: { Reference: 'order-1001-b' }, preserve_existing: true },
    },
  },
} as const;
