import { HealthAnswer, NotReadyAnswer, ReadyAnswer } from '#core';
import type { Route } from './route.ts';

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
        success: {
          status: 200,
          description: 'The process answers.',
          contentType: 'application/json',
          schema: HealthAnswer,
        },
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
        success: {
          status: 200,
          description: 'Requests can be served.',
          contentType: 'application/json',
          schema: ReadyAnswer,
        },
        others: [
          {
            status: 503,
            description:
              'The database cannot be reached or takes no writes, e.g. because its disk is full. Recovers by itself.',
            contentType: 'application/json',
            schema: NotReadyAnswer,
          },
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
