// Routes that need no key: the OpenAPI document and health checks.
import { HealthAnswer, NotReadyAnswer, ReadyAnswer } from '#core/schemas';
import { sendAsset } from '../../console/encoding.ts';
import { json, plainRoutes } from './route.ts';

/** Tools fetch the document before anyone has a key. */
export const openApiRoutes = plainRoutes('public', 'Discovery', {
  'GET /v1/openapi.json': {
    operationId: 'getOpenApiDocument',
    summary: 'This document',
    description:
      'Public: it needs no key and ignores one that is sent. It is the same for everyone and holds nothing about any organization.',
    success: { status: 200, description: 'The OpenAPI 3.1 document of this service.', contentType: 'application/json' },
    others: [{ status: 304, description: '`If-None-Match` names this document.', contentType: 'none' }],
    handle: async (ctx, { openApiDocument }) => {
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.set('Access-Control-Allow-Origin', '*');
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      sendAsset(ctx, await openApiDocument());
    },
  },
});

const notReady =
  'The database cannot be reached or takes no writes, e.g. because its disk is full, and recovers by itself; or it has lost its latest changes (`reason`), which its operator must accept.';

export const healthRoutes = plainRoutes('public', 'Health', {
  'GET /health': {
    operationId: 'getHealth',
    summary: 'Liveness',
    description: 'For load balancers: whether to restart the process.',
    success: json(200, 'The process answers.', HealthAnswer),
    handle: async (ctx) => {
      ctx.body = { status: 'ok' };
    },
  },
  'GET /ready': {
    operationId: 'getReadiness',
    summary: 'Readiness',
    description: 'For load balancers: whether to send requests.',
    success: json(200, 'Requests can be served.', ReadyAnswer),
    others: [json(503, notReady, NotReadyAnswer)],
    handle: async (ctx, { core }) => {
      const isReady = await core.health.ready();
      ctx.status = isReady ? 200 : 503;
      const replica = core.health.replica();
      const wentBack = core.health.database() === 'went_back';
      ctx.body = isReady
        ? { status: 'ready', ...(replica && { replica }) }
        : { status: 'not_ready', ...(wentBack && { reason: 'database_went_back' }) };
    },
  },
});
