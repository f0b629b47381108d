import type { RouterContext } from '@koa/router';
import type { Caller, ConnectionId, ErrorCode, OperationId, RequestId, SignedIn } from '#core';

export interface RequestState {
  requestId: RequestId;
  /** Set where requests are traced. */
  traceId?: string | undefined;
  /** The route's pattern with the record type; the path itself may contain a connect token. */
  route?: string;
  caller?: Caller;
  /** The signed-in member of the console. */
  member?: SignedIn;
  /** Well-formed ids in the path; they may not exist. */
  connectionId?: ConnectionId;
  operationId?: OperationId;
  /** On a change: true once its handler, which may call the provider, has begun. */
  maybeCalled?: boolean;
  refusal?: { readonly code: ErrorCode; readonly reason: string | undefined };
}

export type Context = RouterContext<RequestState>;
