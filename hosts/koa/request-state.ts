import type { RouterContext } from '@koa/router';
import type { Caller, ConnectionId, ErrorCode, OperationId, RequestId, SignedIn } from '#core';

/** What middleware learns about a request for those after it (`ctx.state`). */
export interface RequestState {
  requestId: RequestId;
  /** Where requests are traced. */
  traceId?: string | undefined;
  /** The pattern of the route with the type of record, never the path itself: that may hold a connect token. */
  route?: string;
  caller?: Caller;
  /** Who sent a request of the console. */
  member?: SignedIn;
  /** Well-formed ids in the path; whether there is such a thing, and whose it is, is not known yet. */
  connectionId?: ConnectionId;
  operationId?: OperationId;
  /** Of a change through the API: whether its handler, which calls the provider, has begun. */
  maybeCalled?: boolean;
  /** Why it was refused, or that it met a defect. */
  refusal?: { readonly code: ErrorCode; readonly reason: string | undefined };
}

export type Context = RouterContext<RequestState>;
