// POST /mcp: the protocol in both of its eras, by a package that is loaded at the first call. Keys, origins, bounds and bodies
// are checked here, because that package checks none of them.
import type { McpHttpHandler, McpRequestContext, Server } from '@modelcontextprotocol/server';
import { type Caller, isId, isJsonObject, type JsonObject, type Log, ServiceError, type Tracing } from '#core';
import { namingPackage } from '../composition/missing-package.ts';
import { version } from '../composition/version.ts';
import { readJson } from '../koa/middleware/bodies.ts';
import { asServiceError } from '../koa/middleware/error-boundary.ts';
import { statusOf } from '../koa/present/error.ts';
import type { Context } from '../koa/request-state.ts';
import type { Host } from '../koa/routes/route.ts';
import { claimedClient } from './claimed-client.ts';
import { instructions, listedPrompts, promptText, resources, resourceTemplates, resourceText } from './prompts.ts';
import { type Ran, runTool } from './run-tool.ts';
import { sendResponse } from './send-response.ts';
import { listedTools, mayUse, toolNamed } from './tools.ts';

export const mcpPath = '/mcp';

export interface McpSettings {
  /** Origins of pages that may call; none by default, because programs send none. */
  readonly origins: readonly string[];
  /** How long a write is waited for; 25 s unless a test says less. */
  readonly answerWithinMs?: number;
}

export interface McpPorts {
  readonly host: Host;
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
  readonly called?: ((tool: string, outcome: string, reason?: string) => void) | undefined;
  readonly settings: McpSettings;
}

/** What a request has, for the handlers of its one message. */
interface Exchange {
  readonly caller: Caller;
  readonly call: (name: unknown, given: unknown) => Promise<Ran>;
}

type Sdk = typeof import('@modelcontextprotocol/server');

const hints = { ttlMs: 300_000, cacheScope: 'private' } as const;
const forAll = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Has three traps less than the package's own server of tools: it neither validates answers, nor shows thrown texts. */
function serverFor({ Server, ResourceNotFoundError, ProtocolError }: Sdk, { caller, call }: Exchange): Server {
  const server = new Server(
    { name: 'ledgerport', version },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      instructions,
      cacheHints: {
        'tools/list': hints,
        'prompts/list': forAll,
        'resources/list': forAll,
        'resources/templates/list': forAll,
        'resources/read': forAll,
        'server/discover': forAll,
      },
    },
  );
  const wrong = (thrown: unknown) =>
    thrown instanceof ServiceError
      ? new ProtocolError(-32602, thrown.message)
      : new ProtocolError(-32603, 'Internal error');
  server.setRequestHandler('tools/list', async () => ({
    tools: listedTools().filter(({ name }) => mayUse(caller, name)) as never,
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { isError, structuredContent } = await call(params.name, params.arguments);
    const text = JSON.stringify(structuredContent);
    return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: listedPrompts() }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    try {
      return promptText(params.name, params.arguments);
    } catch (thrown) {
      throw wrong(thrown);
    }
  });
  server.setRequestHandler('resources/list', async () => ({ resources }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const found = resourceText(params.uri);
    if (!found) throw new ResourceNotFoundError(params.uri);
    return { contents: [found] };
  });
  return server;
}

/** No list changes while a host runs, so that a subscription is acknowledged and ends at once. */
const subscriptionsMost = 100;

/** Loads the package. Throws an Error that names it, where it is missing, with the line that installs it. */
async function openHandler(onerror: (error: Error) => void): Promise<McpHttpHandler> {
  const sdk = await import('@modelcontextprotocol/server').catch((thrown: unknown) => {
    throw namingPackage(thrown);
  });
  return sdk.createMcpHandler(
    ({ authInfo }: McpRequestContext) => serverFor(sdk, authInfo?.extra?.['exchange'] as Exchange),
    // An answer is JSON, because no handler says anything before it.
    { legacy: 'stateless', responseMode: 'auto', maxSubscriptions: subscriptionsMost, onerror },
  );
}

/** Serves the door, or passes other paths on. */
export function mcpDoor(ports: McpPorts): (ctx: Context, next: () => Promise<void>) => Promise<void> {
  const { host, log, settings } = ports;
  let opened: Promise<McpHttpHandler> | undefined;
  const handler = async () => {
    opened ??= openHandler((error) => log.info('a message of the protocol was refused', { why: error.message }));
    // A missing package may be installed by the next try.
    return opened.catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
  };
  const serve = async (ctx: Context) => {
    const caller = await admit(ctx, host, settings);
    await host.shares.run(ctx, [caller.actor, caller.organizationId], async () => {
      const message = await readMessage(ctx, host);
      await exchange(ctx, ports, { caller, message, handler });
    });
  };
  return async (ctx, next) => {
    if (ctx.path !== mcpPath) return next();
    ctx.state.route = 'mcp';
    if (isPreflight(ctx, settings)) return;
    if (ctx.method !== 'POST') {
      throw new ServiceError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here, only POST`, {
        allow: ['POST'],
      });
    }
    try {
      await serve(ctx);
    } catch (thrown) {
      if (ctx.headerSent || ctx.respond === false) throw thrown;
      refuse(ctx, asServiceError(ctx, thrown, log));
    }
  };
}

/** Answers a page's question whether it may call, if its origin is allowed; other OPTIONS are 405. */
function isPreflight(ctx: Context, { origins }: McpSettings): boolean {
  const origin = ctx.get('Origin');
  if (origin === '' || !origins.includes(origin)) return false;
  ctx.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
  if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') !== 'POST') return false;
  ctx.set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Traceparent',
    'Access-Control-Max-Age': '600',
  });
  ctx.status = 204;
  return true;
}

/** Checks origin, key and kind, before a byte of the body is read. */
async function admit(ctx: Context, { core, shares }: Host, { origins }: McpSettings): Promise<Caller> {
  const origin = ctx.get('Origin');
  if (origin !== '' && !origins.includes(origin)) {
    throw new ServiceError('FORBIDDEN', 'pages of this origin may not call here (MCP_ORIGINS)', { reason: 'origin' });
  }
  const known = await core.access.authenticate(ctx.get('Authorization') || undefined, ctx.state.requestId);
  let calls = 0;
  const caller = { ...known, countCall: () => ctx.set('X-Provider-Calls', String(++calls)) };
  ctx.state.caller = caller;
  if (!known.rights?.agent) {
    const how = 'make one in the console under API keys, or by "ledgerport admin key create --kind agent"';
    throw new ServiceError('FORBIDDEN', `only keys of kind agent may call /mcp: ${how}`, {
      reason: 'not_an_agent_key',
    });
  }
  shares.count(caller.actor);
  return caller;
}

/** One message a request: each call is one entry of the log, and counts once against the key's rate. */
async function readMessage(ctx: Context, { bodies }: Host): Promise<JsonObject> {
  const message = await bodies.read(ctx, () => readJson(ctx));
  if (!isJsonObject(message)) throw new ServiceError('BAD_REQUEST', 'send one message of JSON-RPC');
  return message;
}

interface Arrived {
  readonly caller: Caller;
  readonly message: JsonObject;
  readonly handler: () => Promise<McpHttpHandler>;
}

async function exchange(ctx: Context, ports: McpPorts, { caller, message, handler }: Arrived): Promise<void> {
  const left = new AbortController();
  ctx.res.once('close', () => left.abort());
  const client = claimedClient(message, ctx.get('User-Agent'));
  ctx.state.client = client;
  const works: Promise<unknown>[] = [];
  const call = (name: unknown, given: unknown): Promise<Ran> => {
    learnCall(ctx, name, given);
    const asking = { caller: { ...caller, ...(client && { program: client }) }, name, given, left: left.signal };
    const ran = traced(ports, message, name, () => callOnce(ctx, ports, asking));
    works.push(ran.then(({ rest }) => rest));
    return ran;
  };
  const { fetch } = await handler();
  const asked = new Request(new URL(mcpPath, 'http://localhost'), { method: 'POST', headers: headersOf(ctx) });
  const answer = await fetch(asked, {
    parsedBody: message,
    authInfo: {
      token: '',
      clientId: caller.actor,
      scopes: [],
      extra: { exchange: { caller, call } satisfies Exchange },
    },
  });
  await sendResponse(ctx, answer, left.signal);
  // The answer is sent, or the client has left: a write goes to its end all the same, also when the host stops.
  await Promise.allSettled(works);
}

interface Called {
  readonly caller: Caller;
  readonly name: unknown;
  readonly given: unknown;
  readonly left: AbortSignal;
}

async function callOnce(ctx: Context, { host, log, called, settings }: McpPorts, asked: Called): Promise<Ran> {
  const ran = await runTool({
    ...asked,
    host,
    requestId: ctx.state.requestId,
    learn: ({ operationId, resourceId }) => {
      if (operationId !== undefined && isId('op', operationId)) ctx.state.operationId = operationId;
      if (resourceId !== undefined) ctx.state.resourceId = resourceId;
    },
    asError: (thrown) => asServiceError(ctx, thrown, log),
    ...(settings.answerWithinMs !== undefined && { withinMs: settings.answerWithinMs }),
  });
  const { tool = 'unknown', error, isReplayed } = ran;
  ctx.state.isReplayed = isReplayed;
  // The log has the status that the same refusal has over REST; here it is a result of the protocol, with 200.
  if (error) Object.assign(ctx.state, { refusal: error, loggedStatus: statusOf(error) });
  called?.(tool, outcomeOf(ran), error && (error.details.reason ?? error.code));
  return ran;
}

function outcomeOf({ error, isReplayed, structuredContent }: Ran): string {
  if (error) return statusOf(error) >= 500 ? 'failed' : 'refused';
  const { operation } = structuredContent;
  if (isJsonObject(operation) && operation['state'] === 'awaiting_approval') return 'awaiting_approval';
  return isReplayed ? 'replayed' : 'done';
}

/** Notes what the log of requests tells of a call. */
function learnCall({ state }: Context, name: unknown, given: unknown): void {
  state.route = `mcp:${toolNamed(name) ?? 'unknown'}`;
  if (!isJsonObject(given)) return;
  state.body = given;
  const { connection_id, operation_id, request_ref, id, invoice_id } = given;
  if (typeof connection_id === 'string' && isId('conn', connection_id)) state.connectionId = connection_id;
  if (typeof operation_id === 'string' && isId('op', operation_id)) state.operationId = operation_id;
  const named = id ?? invoice_id;
  if (typeof named === 'string' && /^[a-z]{2,5}_\w{1,90}$/.test(named)) state.resourceId = named;
  if (typeof request_ref === 'string') state.requestRef = request_ref.slice(0, 100);
}

/** Continues the trace that the message names. */
function traced<T>({ tracing }: McpPorts, message: JsonObject, name: unknown, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const params = isJsonObject(message['params']) ? message['params'] : {};
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const parent = typeof meta['traceparent'] === 'string' ? { parent: meta['traceparent'] } : {};
  return tracing.span(`mcp:${toolNamed(name) ?? 'unknown'}`, { kind: 'server', ...parent }, work);
}

/** What the package reads of the headers; never the key. */
function headersOf(ctx: Context): Headers {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  for (const name of ['Accept', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Content-Type']) {
    const value = ctx.get(name);
    if (value !== '') headers.set(name, value);
  }
  return headers;
}

const rpcCodes: Readonly<Partial<Record<number, number>>> = { 400: -32600, 401: -32001, 403: -32003, 413: -32004 };

/** A refusal before the message is known: an error of JSON-RPC without an id. No word of OAuth: see docs/agents.md. */
function refuse(ctx: Context, error: ServiceError): void {
  const { code, message, details } = error;
  ctx.status = statusOf(error);
  if (code === 'UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Bearer');
  const data = {
    code,
    ...(details.reason !== undefined && { reason: details.reason }),
    request_id: ctx.state.requestId,
  };
  ctx.body = { jsonrpc: '2.0', id: null, error: { code: rpcCodes[ctx.status] ?? -32000, message, data } };
}
