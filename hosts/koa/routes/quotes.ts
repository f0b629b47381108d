import { QuoteSearchRequest } from '#core';
import { allFamilies, searchOf } from '#core/schemas';
import { presentRecord } from '../present/answers.ts';
import { includeParameter } from './query-parameters.ts';
import { apiRoute, json, type Route } from './route.ts';

const search = apiRoute({
  method: 'POST',
  path: '/v1/connections/:connection_id/quotes/search',
  reads: true,
  operationId: 'searchQuotes',
  tag: 'Quotes',
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
  errors: ['NOT_FOUND', 'CONFLICT', 'PROVIDER_REJECTED'],
  handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
    const { records, page, limit, hasMore } = await core.resources.searchQuotes(caller, {
      connectionId: param('connection_id'),
      body: write.body,
      waitSeconds,
    });
    return {
      message: 'Quotes found at the provider',
      data: { items: records.map((record) => presentRecord(record, includeNative)), source: 'provider' },
      meta: { page, limit, total: null, total_pages: null, has_more: hasMore, next_cursor: null },
    };
  },
});

export const quoteRoutes: readonly Route[] = [search];
