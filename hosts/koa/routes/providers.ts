import { listOf, ProviderAnswer } from '#core/schemas';
import { onePage } from '../present/lists.ts';
import { apiRoute, json, type Route } from './route.ts';

export const providerRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/providers',
    operationId: 'listProviders',
    tag: 'Discovery',
    summary: 'List providers',
    description: 'The accounting providers that can be connected, and those that are announced. Always one page.',
    success: json(200, 'The providers.', listOf(ProviderAnswer)),

    handle: async ({ core }) => {
      const items = await core.providers.list();
      return { message: 'Providers', data: { items }, meta: onePage(items.length) };
    },
  }),
];
