// The operations of the API by their names, as the routes declare them.
import type { ApiRoute, OperationDoc } from '../koa/routes/route.ts';
import { routes } from '../koa/routes/routes.ts';

interface DeclaredOperation {
  readonly route: ApiRoute;
  readonly operation: OperationDoc;
}

const declared: ReadonlyMap<string, DeclaredOperation> = new Map(
  routes.flatMap((route) =>
    route.kind === 'api'
      ? route.operations.map((operation) => [operation.operationId, { route, operation }] as const)
      : [],
  ),
);

export const operationNames: readonly string[] = [...declared.keys()];

/** Throws for a name that no route declares: a defect of a tool. */
export function operationOf(operationId: string): DeclaredOperation {
  const found = declared.get(operationId);
  if (!found) throw new Error(`no route declares the operation ${operationId}`);
  return found;
}
