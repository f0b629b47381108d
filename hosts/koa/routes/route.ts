// What a route is: data that the router, the OpenAPI document and the tests are all made of.
import * as v from 'valibot';
import type { Caller, Core, ErrorCode, Permission, RenderedDocument, SignedIn, Write } from '#core';
import {
  type AnswerOf,
  type ListingMetaAnswer,
  parse,
  type RawQuery,
  ReasonRequest,
  type SearchMetaAnswer,
  type TimelineMetaAnswer,
} from '#core/schemas';
import type { Asset } from '../../console/encoding.ts';
import type { ArrivingBodies } from '../middleware/arriving-bodies.ts';
import type { Context } from '../request-state.ts';
import type { Shares } from '../shares.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface RequestBody {
  readonly description: string;
  /** One of these. */
  readonly schemas: readonly v.GenericSchema[];
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> | undefined;
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly description: string;
  readonly contentType: 'application/json' | 'application/pdf' | 'text/html' | 'none';
  readonly schema?: v.GenericSchema;
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
  readonly body?: RequestBody;
  readonly idempotencyKey?: 'required' | 'optional';
  /** It calls the provider and honours `Prefer: wait=N`. */
  readonly waits?: true;
  readonly success: DocumentedAnswer;
  /** Answers beside the success and the errors. */
  readonly others?: readonly DocumentedAnswer[];
  /** The path in the document of an operation that answers the same, where a generator could not tell this path from another. */
  readonly listedAs?: string;
  /** Beside those whose status follows from the path, the fields above and what the route does. */
  readonly errors?: readonly ErrorCode[];
}

/** What a handler may know of its request, whoever sent it. */
export interface Call<Name extends string> {
  readonly core: Core;
  readonly param: (name: Name) => string;
  readonly query: RawQuery;
  /** Its body is whatever came in: the use case parses it. */
  readonly write: Write<never>;
  /** `Prefer: wait=N`: how long the caller waits for the provider's budget instead of being refused. */
  readonly waitSeconds: number | undefined;
  /** Whether `?include=provider_data` was given. */
  readonly includeNative: boolean;
}

export interface ApiCall<Name extends string> extends Call<Name> {
  readonly caller: Caller;
}

export interface ConsoleCall extends Call<string> {
  readonly member: SignedIn;
  /** The cookie's token. */
  readonly token: string;
}

export interface Reply {
  /** Where it is not the route's usual success; one of its operation's `others`. */
  readonly status?: 200;
  readonly message: string;
  readonly data: unknown;
  readonly meta?: AnswerOf<typeof ListingMetaAnswer | typeof SearchMetaAnswer | typeof TimelineMetaAnswer>;
  /** Of idempotent writes: whether an earlier request did the work. */
  readonly replayed?: boolean;
}

interface RouteBase {
  readonly method: Method;
  readonly path: string;
  readonly operations: readonly OperationDoc[];
}

/** What a route does, beside its operations. */
interface RouteTraits {
  /** It changes nothing though its method is not GET: it works in read-only mode and for members who may only read. */
  readonly reads?: true;
  /** It changes what an organization has set up: the rate of changes holds. */
  readonly settings?: true;
  /** Its answer holds a secret beside what the caller chose, so that its compressed length would tell of the secret. */
  readonly secret?: true;
  /** Its use case writes the audit entry; for other changes the console writes one. */
  readonly audits?: true;
}

/** A route of the JSON API, for an API key: its handler answers with data, the router makes the envelope; a text is a whole answer. */
export interface ApiRoute extends RouteBase, RouteTraits {
  readonly kind: 'api';
  /** What it throws becomes the documented error; a Reply chooses status and headers. */
  readonly handle: (call: ApiCall<string>) => Promise<Reply | string | RenderedDocument>;
}

/** A route that writes its own answer. */
export interface PlainRoute extends RouteBase {
  /**
   * `public`: for everyone · `receiver`: instead of a key the provider's signature over the exact bytes is checked ·
   * `page`: for a person's browser; an error is a page too.
   */
  readonly kind: 'public' | 'receiver' | 'page';
  /** Writes the answer to `context`; what it throws becomes an error of its kind. */
  readonly handle: (context: Context, host: Host) => Promise<void>;
}

/**
 * A route of the console's API: its handler answers with data, the router makes the envelope. It takes the cookie of a
 * member who is signed in, and for changes its page's origin and CSRF token.
 */
export interface ConsoleRoute extends RouteBase, Pick<RouteTraits, 'reads' | 'settings' | 'secret'> {
  readonly kind: 'console';
  /** Null: also while the member's first password has not been changed. */
  readonly permission: Permission | null;
  /** As of an API route, for the member of `call`. */
  readonly handle: (call: ConsoleCall, ctx: Context) => Promise<Reply | string | RenderedDocument>;
}

/** What handlers and the router use of this process. */
export interface Host {
  readonly core: Core;
  readonly shares: Shares;
  /** Header in which the provider signs its notifications, such as `X-Ledger-Signature`. */
  readonly signatureHeader: string;
  /** Origins that connect sessions may return to, so that a form's answer may redirect to them. */
  readonly redirectOrigins: readonly string[];
  /** Origins whose pages may change things in the console. */
  readonly consoleOrigins: readonly string[];
  readonly bodies: ArrivingBodies;
  readonly openApiDocument: () => Promise<Asset>;
}

export type Route = ApiRoute | PlainRoute | ConsoleRoute;

/** Whether the route changes something: it is refused in read-only mode, and a failure says whether it happened. */
export function writes(route: Route): boolean {
  return (route.kind === 'api' || route.kind === 'console') && route.method !== 'GET' && route.reads !== true;
}

type Address = `${Method} /${string}`;
type Untagged = Omit<OperationDoc, 'tag'> & { readonly tag?: string };

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type DeclaredApiRoute<Name extends string> = RouteTraits & {
  readonly handle: (call: ApiCall<Name>) => Promise<Reply | string | RenderedDocument>;
} & (Untagged | { readonly operations: readonly OperationDoc[] });

/** API routes by method and path; a handler gets its path's parameters only. `tag`: of operations that name none. */
export function apiRoutes<const A extends Address>(
  tag: string,
  declared: { readonly [Key in A]: DeclaredApiRoute<ParameterNames<Key>> },
): readonly ApiRoute[] {
  const routes: Readonly<Record<string, DeclaredApiRoute<string>>> = declared;
  return Object.entries(routes).map(([address, route]) => ({
    ...{ kind: 'api', ...placeOf(address) },
    operations: 'operations' in route ? route.operations : [{ tag, ...route }],
    ...route,
  }));
}

interface DeclaredConsoleRoute<S extends v.GenericSchema>
  extends Partial<Pick<ConsoleRoute, 'permission' | 'secret'>>,
    Pick<OperationDoc, 'idempotencyKey' | 'query'> {
  readonly body?: S;
  readonly status?: 200 | 201;
  readonly handle: (call: ConsoleCall & { readonly body: v.InferOutput<S> }, ctx: Context) => Promise<Reply>;
}

/** Declares routes that write their own answers, by method and path. */
export function plainRoutes(
  kind: PlainRoute['kind'],
  tag: string,
  declared: Readonly<Record<Address, Untagged & Pick<PlainRoute, 'handle'>>>,
): readonly PlainRoute[] {
  return Object.entries(declared).map(([address, { handle, ...operation }]) => ({
    ...{ kind, handle, ...placeOf(address) },
    operations: [{ tag, ...operation }],
  }));
}

function placeOf(address: string): Pick<RouteBase, 'method' | 'path'> {
  const [method, path = ''] = address.split(' ');
  return { method: method as Method, path };
}

/**
 * Declares a route of the console's API, by method and path; its handler gets the body as the schema reads it. It is in
 * no published document: only what the router reads is declared. Without `permission` a GET needs `read`, a change `operate`.
 */
export function consoleRoute<const S extends v.GenericSchema>(
  address: Address,
  { status = 200, body, handle, ...declared }: DeclaredConsoleRoute<S>,
): ConsoleRoute {
  const { permission = address.startsWith('GET') ? 'read' : 'operate', secret, ...operation } = declared;
  const described = { operationId: address, tag: 'Console', summary: address };
  const taken = body && { body: { description: address, schemas: [body] } };
  return {
    ...{ kind: 'console', ...placeOf(address), permission, ...(secret && { secret }) },
    operations: [{ ...described, ...operation, ...taken, success: json(status, 'Done.', v.unknown()) }],
    handle: async (call, ctx) => handle({ ...call, body: body && parse(body, call.write.body) }, ctx),
  };
}

/** The body that says why a person changes something. */
export function reasonBody(description: string, summary: string, reason: string): RequestBody {
  return { description, schemas: [ReasonRequest], examples: { reason: { summary, value: { reason } } } };
}

export function json(status: number, description: string, schema: v.GenericSchema): DocumentedAnswer {
  return { status, description, contentType: 'application/json', schema };
}

/** A page. */
export function page(status: number, description: string): DocumentedAnswer {
  return { status, description, contentType: 'text/html' };
}

/** An answer without a body. */
export function empty(status: number, description: string): DocumentedAnswer {
  return { status, description, contentType: 'none' };
}
