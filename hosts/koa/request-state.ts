import type { RouterContext } from '@koa/router';
import type { Caller, ConnectionId, ErrorCode, OperationId, RequestId, SignedIn } from '#core';

export interface RequestState {
  requestId: RequestId;
  /** Where requests are traced. */
  traceId?: string | undefined;
  /** The pattern with the record type. The path itself may hold a connect token. */
  route?: string;
  caller?: Caller;
  /** The console's member. */
  member?: SignedIn;
  /** Well-formed ids of the path, which may not exist. */
  connectionId?: ConnectionId;
  operationId?: OperationId;
  /** On a change: whether its handler, which calls the provider, has begun. */
  maybeCalled?: boolean;
  refusal?: { readonly code: ErrorCode; readonly reason: string | undefined };
}

export type Context = RouterContext<RequestState>;
