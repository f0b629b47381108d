// Notes a request's route and the ids that it names, for the log of requests.
import { isId, isJsonObject, resourceTypes } from '#core';
import type { Context } from '../request-state.ts';
import { type Route, writes } from './route.ts';

export function learn(ctx: Context, route: Route): void {
  const type = resourceTypes.find((one) => one === ctx.params['resource_type']);
  ctx.state.route = type ? route.path.replace(':resource_type', type) : route.path;
  if (writes(route)) ctx.state.maybeCalled = false;
  const { connection_id = '', operation_id = '' } = ctx.params;
  if (isId('conn', connection_id)) ctx.state.connectionId = connection_id;
  if (isId('op', operation_id)) ctx.state.operationId = operation_id;
  const { resource_id = '' } = ctx.params;
  if (/^[\w-]{1,100}$/.test(resource_id)) ctx.state.resourceId = resource_id;
}

/** Notes what a body or an answer names and the path did not. */
export function learnMore({ state }: Context, said: unknown): void {
  if (!isJsonObject(said)) return;
  const { connection_id, operation_id, item = null } = said;
  if (typeof connection_id === 'string' && isId('conn', connection_id)) state.connectionId ??= connection_id;
  if (typeof operation_id === 'string' && isId('op', operation_id)) state.operationId ??= operation_id;
  if (isJsonObject(item) && typeof item['id'] === 'string') state.resourceId = item['id'];
}
