import type * as v from 'valibot';
import type { ErrorCode } from '#core';
import type { ConsoleRoute, Method, OperationDoc, Parameter, SuccessAnswer } from '../routes/route.ts';

/** Declares one route of the console's API, whose answer is JSON. */
export function consoleRoute(route: {
  readonly method: Method;
  readonly path: string;
  readonly permission: ConsoleRoute['permission'];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: readonly Parameter[];
  readonly body?: v.GenericSchema;
  readonly idempotencyKey?: OperationDoc['idempotencyKey'];
  readonly status?: SuccessAnswer['status'];
  readonly schema?: v.GenericSchema;
  readonly errors?: readonly ErrorCode[];
  readonly handle: ConsoleRoute['handle'];
}): ConsoleRoute {
  const { method, path, permission, handle, operationId, summary, description, query, body, schema, idempotencyKey } =
    route;
  const operation: OperationDoc = {
    ...{ operationId, summary, tag: 'Console' },
    ...(description === undefined ? {} : { description }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body: { description: summary, schemas: [body] } }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    success: {
      status: route.status ?? 200,
      description: summary,
      contentType: 'application/json',
      ...(schema === undefined ? {} : { schema }),
    },
    errors: route.errors ?? [],
  };
  return { kind: 'console', auth: 'session', method, path, permission, operations: [operation], handle };
}
