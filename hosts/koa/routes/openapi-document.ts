import type { Route } from './route.ts';

/** Needs no key: it says nothing that a key would protect, and tools fetch it before anyone has one. */
export const openApiRoutes: readonly Route[] = [
  {
    kind: 'plain',
    auth: 'public',
    method: 'GET',
    path: '/v1/openapi.json',
    operations: [
      {
        operationId: 'getOpenApiDocument',
        tag: 'Discovery',
        summary: 'This document',
        description:
          'Public: it needs no key, and one that is sent is not looked at. It is the same for everyone and says nothing of any organization.',
        success: {
          status: 200,
          description: 'The OpenAPI 3.1 document of this service.',
          contentType: 'application/json',
        },
        errors: ['BAD_REQUEST'],
      },
    ],
    handle: async (ctx, { openApiDocument }) => {
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.set('Access-Control-Allow-Origin', '*');
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      ctx.type = 'application/json';
      ctx.body = openApiDocument;
    },
  },
];
