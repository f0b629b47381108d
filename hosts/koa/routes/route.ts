import * as v from 'valibot';
import type {
  ArrivingFile,
  Caller,
  Core,
  ErrorCode,
  KeyScope,
  Permission,
  RenderedDocument,
  SignedIn,
  Write,
  WriteResolution,
} from '#core';
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
import type { Language } from '../connect-page/speech.ts';
import type { ArrivingBodies } from '../middleware/arriving-bodies.ts';
import type { Context } from '../request-state.ts';
import type { Shares } from '../shares.ts';
import type { RepeatedRefusals } from './repeated-refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required?: true;
}

/** The body is a file: its bytes as they are, with their own Content-Type. */
export interface FileBody {
  readonly description: string;
  readonly bytesMost: number;
  readonly contentTypes: readonly string[];
}

export interface RequestBody {
  readonly description: string;
  readonly schemas: readonly v.GenericSchema[];
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> | undefined;
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly description: string;
  readonly contentType: 'application/json' | 'application/pdf' | 'application/octet-stream' | 'text/html' | 'none';
  readonly schema?: v.GenericSchema;
}

export interface OperationDoc {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Fixes path parameters, such as `resource_type: 'invoices'`. */
  readonly pinned?: Readonly<Record<string, string>>;
  readonly query?: readonly Parameter[];
  readonly body?: RequestBody;
  /** Instead of `body`. */
  readonly file?: FileBody;
  readonly idempotencyKey?: 'required' | 'optional';
  /** Calls the provider and accepts `Prefer: wait=N`. */
  readonly waits?: true;
  /** The write of an agent's key may wait for a person's approval: then it is answered 202 with the operation that holds it. */
  readonly mayBeHeld?: true;
  /** The answer says how the record came about. */
  readonly creates?: true;
  readonly success: DocumentedAnswer;
  readonly others?: readonly DocumentedAnswer[];
  /** The path in the document, where a generator could not tell this path from another with the same answer. */
  readonly listedAs?: string;
  /** Errors in addition to those that follow from the path, the fields above and the route's traits. */
  readonly errors?: readonly ErrorCode[];
}

export interface Call<Name extends string> {
  readonly core: Core;
  readonly param: (name: Name) => string;
  readonly query: RawQuery;
  /** The use case parses its body. */
  readonly write: Write<never>;
  /** The body of a route that takes a file; its bytes are read when the use case asks for them. */
  readonly file: ArrivingFile;
  /** From `Prefer: wait=N`: how long to wait for the provider's budget before the request is refused. */
  readonly waitSeconds: number | undefined;
  readonly includeNative: boolean;
  /** The best of `Accept-Language` that the hosted pages speak. */
  readonly language: Language;
}

export interface ApiCall<Name extends string> extends Call<Name> {
  readonly caller: Caller;
}

export interface ConsoleCall extends Call<string> {
  readonly member: SignedIn;
  readonly token: string;
}

export interface Reply {
  /** Chooses an answer of the operation's `others`; 202: an agent's write waits for approval. */
  readonly status?: 200 | 202;
  readonly message: string;
  readonly data: unknown;
  readonly meta?: AnswerOf<typeof ListingMetaAnswer | typeof SearchMetaAnswer | typeof TimelineMetaAnswer>;
  /** True if an earlier request did the write. */
  readonly replayed?: boolean;
  /** How the record that was created came about; null if an earlier request did not store it. */
  readonly resolution?: WriteResolution | null;
}

interface RouteBase {
  readonly method: Method;
  readonly path: string;
  readonly operations: readonly OperationDoc[];
}

interface RouteTraits {
  /** A POST that changes nothing, allowed in read-only mode and to members who may only read. */
  readonly reads?: true;
  /** Changes the organization's settings and counts against the rate of changes. */
  readonly settings?: true;
  /** The scope that a key needs: by default `read` if nothing changes, `admin` for settings, else `write`. */
  readonly scope?: KeyScope;
  /** With `validate_only` it changes nothing, and needs the scope `read`. */
  readonly mayLook?: true;
  /** Answers every key alike, also one that is restricted to some connections. */
  readonly common?: true;
  /** Answers a restricted key with what belongs to its own connections, without naming one. */
  readonly ownOnly?: true;
  /** The answer contains a secret beside text of the caller, so compression would leak the secret by its length. */
  readonly secret?: true;
  /** The use case writes the audit entry; otherwise the console does. */
  readonly audits?: true;
  /** The JSON body may have 5 MiB, as for receivers. */
  readonly takesMuch?: true;
}

export interface Download extends Pick<RenderedDocument, 'chunks' | 'filename'> {
  /** By default that of the name's extension. */
  readonly contentType?: string;
}
/** The router wraps a Reply in the envelope; a text or a file is a whole answer. */
export type Result = Reply | string | Download;

/** A route for an API key. Errors are answered in the documented form. */
export interface ApiRoute extends RouteBase, RouteTraits {
  readonly kind: 'api';
  readonly handle: (call: ApiCall<string>) => Promise<Result>;
}

export interface PlainRoute extends RouteBase {
  /**
   * `public`: for everyone · `receiver`: checks the provider's signature over the bytes · `page`: for browsers, with
   * error pages.
   */
  readonly kind: 'public' | 'receiver' | 'page';
  /** Writes the answer to `context`; errors take the form of the kind. */
  readonly handle: (context: Context, host: Host) => Promise<void>;
}

/** A route for members. It needs the session cookie, and for a change also the page's origin and CSRF token. */
export interface ConsoleRoute extends RouteBase, Pick<RouteTraits, 'reads' | 'mayLook' | 'settings' | 'secret'> {
  readonly kind: 'console';
  /** Null also allows a member whose first password must be changed. */
  readonly permission: Permission | null;
  /** Acts for `call.member`. */
  readonly handle: (call: ConsoleCall, ctx: Context) => Promise<Result>;
}

export interface Host {
  readonly core: Core;
  readonly shares: Shares;
  /** Where connect sessions may return to, so a form's answer may redirect there. */
  readonly redirectOrigins: readonly string[];
  readonly consoleOrigins: readonly string[];
  readonly bodies: ArrivingBodies;
  readonly repeats: RepeatedRefusals;
  readonly openApiDocument: () => Promise<Asset>;
}

export type Route = ApiRoute | PlainRoute | ConsoleRoute;

/** True for a change: it is refused in read-only mode, and its failures have an outcome. */
export function writes(route: Route): boolean {
  return (route.kind === 'api' || route.kind === 'console') && route.method !== 'GET' && route.reads !== true;
}

export function scopeOf(route: ApiRoute): KeyScope {
  return route.scope ?? (!writes(route) ? 'read' : route.settings ? 'admin' : 'write');
}

type Address = `${Method} /${string}`;
type Untagged = Omit<OperationDoc, 'tag'> & { readonly tag?: string };

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type DeclaredApiRoute<Name extends string> = RouteTraits & {
  readonly handle: (call: ApiCall<Name>) => Promise<Result>;
} & (Untagged | { readonly operations: readonly OperationDoc[] });

/** Operations without a tag get this one. A handler can read only its own path's parameters. */
export function apiRoutes<const A extends Address>(
  tag: string,
  declared: { readonly [Key in A]: DeclaredApiRoute<ParameterNames<Key>> },
): readonly ApiRoute[] {
  const routes: Readonly<Record<string, DeclaredApiRoute<string>>> = declared;
  return Object.entries(routes).map(([address, route]) => ({
    kind: 'api',
    ...placeOf(address),
    operations: 'operations' in route ? route.operations : [{ tag, ...route }],
    ...route,
  }));
}

interface DeclaredConsoleRoute<S extends v.GenericSchema>
  extends Partial<Pick<ConsoleRoute, 'permission' | 'secret' | 'settings'>>,
    Pick<OperationDoc, 'idempotencyKey' | 'query'> {
  readonly body?: S;
  readonly status?: 200 | 201 | 202;
  readonly handle: (call: ConsoleCall & { readonly body: v.InferOutput<S> }, ctx: Context) => Promise<Result>;
}

export function plainRoutes(
  kind: PlainRoute['kind'],
  tag: string,
  declared: Readonly<Record<Address, Untagged & Pick<PlainRoute, 'handle'>>>,
): readonly PlainRoute[] {
  return Object.entries(declared).map(([address, { handle, ...operation }]) => ({
    kind,
    handle,
    ...placeOf(address),
    operations: [{ tag, ...operation }],
  }));
}

function placeOf(address: string): Pick<RouteBase, 'method' | 'path'> {
  const [method, path = ''] = address.split(' ');
  return { method: method as Method, path };
}

/**
 * A console route is not documented. Its handler gets the parsed body. Without `permission` a GET needs `read`, a
 * change `operate`.
 */
export function consoleRoute<const S extends v.GenericSchema>(
  address: Address,
  { status = 200, body, handle, ...declared }: DeclaredConsoleRoute<S>,
): ConsoleRoute {
  const { permission = address.startsWith('GET') ? 'read' : 'operate', secret, settings, ...operation } = declared;
  const described = { operationId: address, tag: 'Console', summary: address };
  const taken = body && { body: { description: address, schemas: [body] } };
  return {
    kind: 'console',
    ...placeOf(address),
    permission,
    ...(secret && { secret }),
    ...(settings && { settings }),
    operations: [{ ...described, ...operation, ...taken, success: json(status, 'Done.', v.unknown()) }],
    handle: async (call, ctx) => handle({ ...call, body: body && parse(body, call.write.body) }, ctx),
  };
}

export function reasonBody(description: string, summary: string, reason: string): RequestBody {
  return { description, schemas: [ReasonRequest], examples: { reason: { summary, value: { reason } } } };
}

export function json(status: number, description: string, schema: v.GenericSchema): DocumentedAnswer {
  return { status, description, contentType: 'application/json', schema };
}

export function page(status: number, description: string): DocumentedAnswer {
  return { status, description, contentType: 'text/html' };
}

export function empty(status: number, description: string): DocumentedAnswer {
  return { status, description, contentType: 'none' };
}
