import { listOf, ProviderAnswer } from '#core';
import { onePage } from '../present/listing-meta.ts';
import { apiRoute, type Route } from './route.ts';

export const providerRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/providers',
    operations: [
      {
        operationId: 'listProviders',
        tag: 'Discovery',
        summary: 'List providers',
        description: 'The accounting providers that can be connected, and those that are announced. Always one page.',
        success: {
          status: 200,
          description: 'The providers.',
          contentType: 'application/json',
          schema: listOf(ProviderAnswer),
        },
        errors: [],
      },
    ],
    handle: async ({ core }) => {
      const items = await core.providers.list();
      return { message: 'Providers', data: { items }, meta: onePage(items.length) };
    },
  }),
];
