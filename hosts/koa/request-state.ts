import type { RouterContext } from '@koa/router';
import type { Caller, ConnectionId, OperationId, RequestId, ServiceError, SignedIn } from '#core';

export interface RequestState {
  requestId: RequestId;
  /** Set where requests are traced. */
  traceId?: string | undefined;
  /** The route's pattern with the record type; the path itself may contain a connect token. */
  route?: string;
  caller?: Caller;
  /** The signed-in member of the console. */
  member?: SignedIn;
  /** Well-formed ids in the path, which may not exist, or those that the body or the answer names. */
  connectionId?: ConnectionId;
  operationId?: OperationId;
  resourceId?: string;
  body?: unknown;
  /** Of a call by a tool: the program as it calls itself, the call's purpose, and the status that it has over REST. */
  client?: { readonly name: string; readonly version: string | null } | undefined;
  requestRef?: string;
  loggedStatus?: number;
  isReplayed?: boolean;
  /**
   * Only for requests that change something: true once the provider was called. For a member's request it is true as soon as
   * a handler that may call the provider has begun.
   */
  maybeCalled?: boolean;
  refusal?: ServiceError;
}

export type Context = RouterContext<RequestState>;
