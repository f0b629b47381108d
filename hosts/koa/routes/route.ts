// What a route is: data that the router, the OpenAPI document and the tests are all made of.
import type { RouterContext } from '@koa/router';
import type * as v from 'valibot';
import type {
  Caller,
  Core,
  ErrorCode,
  ListingMetaShape,
  Permission,
  RawQuery,
  RequestId,
  SearchMetaShape,
  SignedIn,
  TimelineMetaShape,
} from '#core';

import type { UnauthenticatedBodies } from '../middleware/unauthenticated-bodies.ts';
import type { RequestState } from '../request-state.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `receiver`: no key; the provider's signature over the exact bytes is checked instead. `session`: the cookie of a member
 * who is signed in to the console, and for changes its page's origin and CSRF token.
 */
export type Auth = 'api_key' | 'public' | 'receiver' | 'session';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface BodyExample {
  readonly summary: string;
  readonly value: unknown;
}

export interface RequestBody {
  readonly description: string;
  /** One of these. */
  readonly schemas: readonly v.GenericSchema[];
  readonly contentType?: 'application/json' | 'application/x-www-form-urlencoded';
  readonly examples?: Readonly<Record<string, BodyExample>>;
}

export interface SuccessAnswer {
  readonly status: 200 | 201 | 202 | 303;
  readonly description: string;
  readonly contentType: 'application/json' | 'application/pdf' | 'text/html' | 'none';
  readonly schema?: v.GenericSchema;
  readonly example?: unknown;
}

/** One operation of the OpenAPI document. */
export interface OperationDoc {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Path parameters that this operation pins, such as `resource_type: 'invoices'`. */
  readonly pinned?: Readonly<Record<string, string>>;
  readonly query?: readonly Parameter[];
  readonly headers?: readonly Parameter[];
  readonly body?: RequestBody;
  readonly idempotencyKey?: 'required' | 'optional';
  /** Whether `Prefer: wait=N` is honoured: it calls the provider. */
  readonly waits?: true;
  readonly success: SuccessAnswer;
  /** Answers beside the success and the errors. */
  readonly others?: readonly {
    readonly status: number;
    readonly description: string;
    readonly contentType: 'text/html' | 'application/json' | 'none';
    readonly schema?: v.GenericSchema;
  }[];
  readonly errors: readonly ErrorCode[];
}

/** A write as the core takes it. */
export interface Write {
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** What a handler of the JSON API may know of its request. */
export interface ApiCall<Name extends string> {
  readonly core: Core;
  readonly caller: Caller;
  readonly requestId: RequestId;
  readonly param: (name: Name) => string;
  readonly query: RawQuery;
  readonly write: Write;
  /** `Prefer: wait=N`: how long the caller would rather wait for the provider's budget than be refused. */
  readonly waitSeconds: number | undefined;
  /** Whether `?include=provider_data` was given. */
  readonly includeNative: boolean;
}

export interface Reply {
  /** Where it is not the route's usual success; one of its operation's `others`. */
  readonly status?: 200;
  readonly message: string;
  readonly data: unknown;
  readonly meta?: ListingMetaShape | SearchMetaShape | TimelineMetaShape;
  /** Of idempotent writes: whether an earlier request did the work. */
  readonly replayed?: boolean;
}

export interface Download {
  readonly contentType: string;
  readonly filename: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export type Context = RouterContext<RequestState>;

interface RouteBase {
  readonly method: Method;
  readonly path: string;
  readonly operations: readonly OperationDoc[];
}

/** A route of the JSON API: its handler answers with data, the router makes the envelope. */
export interface ApiRoute extends RouteBase {
  readonly kind: 'api';
  readonly auth: 'api_key';
  readonly handle: (call: ApiCall<string>) => Promise<Reply | Download>;
}

/** A route that writes its own answer: documents, health, receivers. */
export interface PlainRoute extends RouteBase {
  readonly kind: 'plain';
  readonly auth: 'public' | 'receiver';
  readonly handle: (context: Context, host: PlainHost) => Promise<void>;
}

/** A page for a person's browser: what goes wrong is told as a page too. */
export interface PageRoute extends RouteBase {
  readonly kind: 'page';
  readonly auth: 'public';
  readonly form?: boolean;
  readonly handle: (context: Context, host: PlainHost) => Promise<void>;
}

/** What a handler of the console's API may know of its request. */
export interface ConsoleCall {
  readonly core: Core;
  readonly member: SignedIn;
  /** The cookie's token. */
  readonly token: string;
  readonly param: (name: string) => string;
  readonly query: RawQuery;
  readonly write: Write;
  readonly waitSeconds: number | undefined;
  readonly includeNative: boolean;
}

/** A route of the console's API: its handler answers with data, the router makes the envelope. */
export interface ConsoleRoute extends RouteBase {
  readonly kind: 'console';
  readonly auth: 'session';
  /** Null: also while one's first password has not been changed. */
  readonly permission: Permission | null;
  readonly handle: (call: ConsoleCall, ctx: Context) => Promise<Reply | Download>;
}

export interface PlainHost {
  readonly core: Core;
  /** Header in which the provider signs its notifications. */
  readonly signatureHeader: string;
  /** Origins that a form's answer may redirect to. */
  readonly redirectOrigins: readonly string[];
  /** Origins whose pages may change things in the console. */
  readonly consoleOrigins: readonly string[];
  /** Through which every body comes whose sender is not known yet. */
  readonly bodies: UnauthenticatedBodies;
  /** The bytes, once for all who ask. */
  readonly openApiDocument: Buffer;
}

export type Route = ApiRoute | PlainRoute | PageRoute | ConsoleRoute;

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Declares a route of the JSON API; its handler can only ask for parameters that its path has. */
export function apiRoute<const Path extends string>(route: {
  readonly method: Method;
  readonly path: Path;
  readonly operations: readonly OperationDoc[];
  readonly handle: (call: ApiCall<ParameterNames<Path>>) => Promise<Reply | Download>;
}): ApiRoute {
  return { kind: 'api', auth: 'api_key', ...route };
}
