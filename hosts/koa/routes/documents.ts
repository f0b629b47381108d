import { QuoteSearchRequest } from '#core';
import { allFamilies, liveOf, searchOf } from '#core/schemas';
import { includeParameter } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

export const documentRoutes = apiRoutes('Invoices', {
  'GET /v1/connections/:connection_id/invoices/by-provider-id/:provider_id': {
    operationId: 'getInvoiceByProviderId',
    listedAs: '/v1/connections/{connection_id}/invoices/{resource_id}',
    summary: 'Get an invoice by the provider’s id',
    description: 'Read live at the provider by its immutable id, then cached.',
    query: [includeParameter],
    waits: true,
    success: json(200, 'The invoice as the provider holds it now.', liveOf(allFamilies.invoices.answer)),
    handle: async ({ core, caller, param, includeNative, waitSeconds }) => {
      const named = { connectionId: param('connection_id'), providerId: param('provider_id') };
      const asked = { ...named, includeNative, waitSeconds };
      const record = await core.records.readInvoiceByProviderId(caller, asked);
      return { message: 'Invoice read at the provider', data: { source: 'provider', item: record } };
    },
  },
  'POST /v1/connections/:connection_id/quotes/search': {
    tag: 'Quotes',
    reads: true,
    operationId: 'searchQuotes',
    summary: 'Search quotes',
    description:
      'Read live at the provider. Every filter matches exactly, also in upper and lower case, except `status`; `name` is the contact’s name. Deleted quotes free their numbers, so several quotes may have the same number. The service applies filters that the provider does not know to one page of the provider’s quotes at a time: a page may hold no items and still have more after it (`meta.has_more`).',
    query: [includeParameter],
    waits: true,
    body: {
      description: 'The filters, all optional.',
      schemas: [QuoteSearchRequest],
      examples: {
        number: { summary: 'By number', value: { number: 'QU-0001' } },
        open: { summary: 'What one customer was sent', value: { name: 'Harbour Coffee Ltd', status: 'SENT' } },
        reference: { summary: 'By reference, second page', value: { external_reference: 'job-17', page: 2 } },
      },
    },
    success: json(200, 'The quotes that match, as the provider holds them now.', searchOf(allFamilies.quotes.answer)),
    errors: ['PROVIDER_REJECTED'],
    handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
      const { records, page, limit, nextCursor } = await core.records.searchQuotes(caller, {
        connectionId: param('connection_id'),
        body: write.body,
        includeNative,
        waitSeconds,
      });
      return {
        message: 'Quotes found at the provider',
        data: { items: records, source: 'provider' },
        meta: {
          page,
          limit,
          total: null,
          total_pages: null,
          has_more: nextCursor !== null,
          next_cursor: nextCursor,
        },
      };
    },
  },
});
