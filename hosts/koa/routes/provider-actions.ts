import { ProviderActionRequest } from '#core';
import { bodyErrors, providerErrors } from './error-codes.ts';
import { apiRoute, type OperationDoc, type Route } from './route.ts';

const documents = [
  { action: 'invoice.download_pdf', operationId: 'downloadInvoicePdf', tag: 'Invoices', what: 'an invoice' },
  { action: 'quote.download_pdf', operationId: 'downloadQuotePdf', tag: 'Quotes', what: 'a quote' },
  {
    action: 'purchase_order.download_pdf',
    operationId: 'downloadPurchaseOrderPdf',
    tag: 'Purchase orders',
    what: 'a purchase order',
  },
];

const downloads: readonly OperationDoc[] = documents.map(({ action, operationId, tag, what }) => ({
  operationId,
  tag,
  summary: `Download ${what} as PDF`,
  description: 'Rendered by the provider from the current document at each call; never a stored copy.',
  pinned: { action },
  body: {
    description: 'Which document: its `resource_id`, or the provider’s own `provider_id`.',
    schemas: [ProviderActionRequest],
    examples: {
      resource_id: { summary: 'By the service’s id', value: { resource_id: 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d' } },
      provider_id: { summary: 'By the provider’s id', value: { provider_id: 'bd2270c3-8706-4c11-9cfb-000b551c3f51' } },
    },
  },
  success: { status: 200, description: 'The document.', contentType: 'application/pdf' },
  errors: [...bodyErrors, 'NOT_FOUND', 'CONFLICT', 'PROVIDER_REJECTED', ...providerErrors],
}));

export const providerActionRoutes: readonly Route[] = [
  apiRoute({
    method: 'POST',
    path: '/v1/connections/:connection_id/provider-actions/:action',
    operations: downloads,
    handle: async ({ core, caller, param, write }) => {
      const { chunks, filename } = await core.resources.act(caller, {
        connectionId: param('connection_id'),
        action: param('action'),
        body: write.body,
      });
      return { contentType: 'application/pdf', chunks, filename };
    },
  }),
];
