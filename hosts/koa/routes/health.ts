import { HealthAnswer, NotReadyAnswer, ReadyAnswer } from '#core/schemas';
import { json, type Route } from './route.ts';

export const healthRoutes: readonly Route[] = [
  {
    kind: 'plain',
    auth: 'public',
    method: 'GET',
    path: '/health',
    operations: [
      {
        operationId: 'getHealth',
        tag: 'Health',
        summary: 'Liveness',
        success: json(200, 'The process answers.', HealthAnswer),
        errors: ['BAD_REQUEST'],
      },
    ],
    handle: async (ctx) => {
      ctx.body = { status: 'ok' };
    },
  },
  {
    kind: 'plain',
    auth: 'public',
    method: 'GET',
    path: '/ready',
    operations: [
      {
        operationId: 'getReadiness',
        tag: 'Health',
        summary: 'Readiness',
        success: json(200, 'Requests can be served.', ReadyAnswer),
        others: [
          json(
            503,
            'The database cannot be reached or takes no writes, e.g. because its disk is full. Recovers by itself.',
            NotReadyAnswer,
          ),
        ],
        errors: ['BAD_REQUEST'],
      },
    ],
    handle: async (ctx, { core }) => {
      const ready = await core.health.ready();
      ctx.status = ready ? 200 : 503;
      ctx.body = { status: ready ? 'ready' : 'not_ready' };
    },
  },
];
