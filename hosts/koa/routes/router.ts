import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Router from '@koa/router';
import { type ArrivingFile, jsonOfList, type Log, meant, nothingAt, resourceTypes, ServiceError } from '#core';
import { encodingFor } from '../../console/encoding.ts';
import { claimedClient } from '../../mcp/claimed-client.ts';
import { showFailure } from '../connect-page/pages.ts';
import { languageOf } from '../connect-page/speech.ts';
import { enterConsole } from '../console/session.ts';
import { filePace } from '../middleware/arriving-bodies.ts';
import { declaredLength, readExactly, readJson } from '../middleware/bodies.ts';
import { asServiceError } from '../middleware/error-boundary.ts';
import { statusOf } from '../present/error.ts';
import type { Context, RequestState } from '../request-state.ts';
import { ownerOf } from '../shares.ts';
import { learn, learnMore } from './learn.ts';
import { assertMay, assertTool, orWaiting, reachedCall } from './reached-call.ts';
import { isLook, readQuery, waitPreference } from './read-request.ts';
import type { ApiRoute, Call, ConsoleRoute, Download, Host, Reply, Result, Route } from './route.ts';
import { bodyOf, heldSlices, sendBody } from './send-text.ts';

/** Serves the first route whose path and method match, and explains a mismatch. */
export function serveRoutes(routes: readonly Route[], host: Host, log: Log) {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  for (const route of routes) {
    const serve = serverOf(route, host, log);
    router.register(route.path, [route.method], (ctx) => {
      learn(ctx, route);
      return serve(ctx);
    });
  }
  return { matched: router.routes(), unmatched: (ctx: Context) => refuseUnmatched(router, ctx, routes) };
}

/** Answers without a key, because the document makes paths and methods public. */
function refuseUnmatched(router: Router<RequestState>, ctx: Context, routes: readonly Route[]): void {
  const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw nothingAt(hintAt(ctx.path, routes));
  const allow = [...methods, 'OPTIONS'].sort();
  if (ctx.method !== 'OPTIONS') {
    const message = `${ctx.method} is not possible here, only ${allow.join(', ')}`;
    throw new ServiceError('METHOD_NOT_ALLOWED', message, { allow });
  }
  ctx.set('Allow', allow.join(', '));
  ctx.status = 204;
}

function hintAt(path: string, routes: readonly Route[]): string {
  const parts = path.split('/');
  const type = resourceTypes.find((one) => parts[2] === one);
  if (type) return `; records are at /v1/connections/{connection_id}/${type}`;
  for (const route of routes) {
    const known = route.path.split('/');
    const others = known.filter((part, i) => !part.startsWith(':') && part !== parts[i]);
    const [other] = others;
    if (known.length !== parts.length || others.length !== 1 || other === undefined) continue;
    const at = known.indexOf(other);
    if (meant(parts[at] ?? '', [other]) !== '') return `; did you mean ${parts.with(at, other).join('/')}?`;
  }
  return '';
}

function serverOf(route: Route, host: Host, log: Log): (ctx: Context) => Promise<void> {
  if (route.kind === 'api') return apiServer(route, host);
  if (route.kind === 'console') return consoleServer(route, host);
  if (route.kind !== 'page') return (ctx) => route.handle(ctx, host);
  return async (ctx) => {
    // A link checker's HEAD must not use up a link or a code.
    if (ctx.method === 'HEAD') {
      ctx.status = 200;
      return;
    }
    try {
      await route.handle(ctx, host);
    } catch (thrown) {
      const error = asServiceError(ctx, thrown, log);
      await showFailure(ctx, statusOf(error), error, host.core);
    }
  };
}

/** Checks the key and its limits before reading a body. */
function apiServer(route: ApiRoute, host: Host): (ctx: Context) => Promise<void> {
  const { core, shares } = host;
  const read = callReader(route, host);
  return async (ctx) => {
    const known = await core.access.authenticate(ctx.get('Authorization') || undefined, ctx.state.requestId);
    const looks = isLook(route, ctx.query);
    let calls = 0;
    const countCall = () => {
      ctx.set('X-Provider-Calls', String(++calls));
      // A look writes nothing, whatever it reads.
      if (ctx.state.maybeCalled !== undefined && !looks) ctx.state.maybeCalled = true;
    };
    const program = known.rights?.agent && claimedClient({}, ctx.get('User-Agent'));
    const caller = { ...known, countCall, ...(program && { program }) };
    ctx.state.caller = caller;
    assertMay(route, host, caller, looks);
    shares.count(caller.actor);
    await shares.run(ctx, [caller.actor, caller.organizationId], async () => {
      if (route.settings) shares.countChange(caller.organizationId);
      const call = { ...(await read(ctx)), caller };
      assertTool(route, ctx.params, caller, call.write.body);
      const reached = await reachedCall(route, host, ctx.params, call);
      const { write } = reached;
      const said = [ctx.querystring, write.body ?? null, write.ref ?? null, write.notSameAs ?? null];
      const asked = { name: `${ctx.method} ${ctx.path}`, said };
      const handle = () => host.repeats.run(caller, asked, () => orWaiting(route.handle(reached)));
      await answer(ctx, route, host, handle);
    });
  };
}

function consoleServer(route: ConsoleRoute, host: Host): (ctx: Context) => Promise<void> {
  const read = callReader(route, host);
  return async (ctx) => {
    // A member who may only read may look, too.
    const entry = isLook(route, ctx.query) ? { ...route, permission: 'read' as const } : route;
    let entered = await enterConsole(ctx, entry, host);
    const { sessionId, organizationId } = entered.member;
    await host.shares.run(ctx, [sessionId, organizationId], async () => {
      if (route.settings) host.shares.countChange(organizationId);
      const call = await read(ctx);
      // The member may have been removed while the body arrived.
      const enterAgain = async () => {
        entered = await enterConsole(ctx, entry, host);
      };
      if (call.write.body !== undefined) await enterAgain();
      const file = { ...call.file, read: () => call.file.read().finally(enterAgain) };
      await answer(ctx, route, host, () => route.handle({ ...call, ...entered, file }, ctx));
    });
  };
}

/** A member's calls are not counted: once such a call is read, an error without `outcome` may follow a provider call. */
function callReader(route: ApiRoute | ConsoleRoute, host: Host): (ctx: Context) => Promise<Call<string>> {
  const { core, bodies } = host;
  const { operations } = route;
  const takesMuch = route.kind === 'api' && route.takesMuch;
  const declared = new Set(operations.flatMap(({ query = [] }) => query.map(({ name }) => name)));
  const takesFile = operations.some(({ file }) => file !== undefined);
  const takesBody = operations.some(({ body }) => body !== undefined);
  const waits = operations.some((operation) => operation.waits);
  const calls = callsProvider(route);
  const takesKey = operations.some(({ idempotencyKey }) => idempotencyKey !== undefined);
  return async (ctx) => {
    // Refusals have the header, too.
    if (takesKey) ctx.set('Idempotent-Replayed', 'false');
    const body = takesBody ? await bodies.read(ctx, () => readJson(ctx, takesMuch)) : undefined;
    ctx.state.body = body;
    learnMore(ctx, body);
    const { query, includeNative } = readQuery(ctx, declared);
    const waitSeconds = waits ? waitPreference(ctx.get('Prefer')) : undefined;
    if (waitSeconds !== undefined) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
    const mayWrite = calls && !isLook(route, ctx.query);
    if (route.kind === 'console' && ctx.state.maybeCalled !== undefined) ctx.state.maybeCalled = mayWrite;
    const write = { ...writeHeaders(ctx), body: body as never };
    const language = languageOf(ctx);
    const file = takesFile ? arrivingFile(ctx, host) : noFile;
    return { core, query, includeNative, waitSeconds, write, file, language, param: (name) => ctx.params[name] ?? '' };
  };
}

/** What the headers say of a write. Names of companies may be percent-encoded, or UTF-8 as it is. */
function writeHeaders(ctx: Context) {
  const named = (name: string) => decodedHeader(ctx.get(name)) || undefined;
  const company = named('Company-Name');
  return {
    key: ctx.get('Idempotency-Key') || undefined,
    ref: named('Request-Ref'),
    companyName: company && unescapedName(company),
    notSameAs: named('Not-Same-As'),
  };
}

/** Headers arrive as bytes, each as one character. */
function decodedHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

function unescapedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const noFile = { size: null, contentType: '', read: async () => new Uint8Array() };

/** A file is let in by its size, and keeps its place until the request has ended. */
function arrivingFile(ctx: Context, { shares, bodies }: Host): ArrivingFile {
  const size = declaredLength(ctx);
  return {
    size,
    contentType: ctx.get('Content-Type'),
    async read() {
      const bytes = size ?? 0;
      const leave = await shares.takeFile(ownerOf(ctx.req), bytes);
      ctx.res.once('close', leave);
      if (ctx.req.socket.destroyed || ctx.res.closed) leave();
      return bodies.read(ctx, () => readExactly(ctx, bytes), { pace: filePace, isHeld: true });
    },
  };
}

function callsProvider({ operations }: ApiRoute | ConsoleRoute): boolean {
  return operations.some(({ waits, errors }) => waits || errors?.includes('PROVIDER_UNAVAILABLE'));
}

/** Sends an envelope, a text or a file. */
async function answer(
  ctx: Context,
  route: ApiRoute | ConsoleRoute,
  { shares }: Host,
  handle: () => Promise<Result>,
): Promise<void> {
  const make = async () => {
    ctx.status = 200;
    const result = await handle();
    if (typeof result !== 'string' && 'chunks' in result) return result;
    const text = typeof result === 'string' ? result : envelope(ctx, route, result);
    return bodyOf(text, mayBeCompressed(route) ? encodingFor(ctx) : 'identity', held);
  };
  const owner = ownerOf(ctx.req);
  // An export is a POST that reads.
  const reads = route.method === 'GET' || (route.kind === 'console' && route.permission === 'read');
  const isDear = reads && !callsProvider(route);
  const inTurn = <T>(work: () => Promise<T>) => (isDear ? shares.takeTurn(owner, work) : work());
  const held = shares.holdBytes(owner, () => ctx.req.socket.destroy());
  const made = await inTurn(make).catch((error: unknown) => {
    held.end();
    throw error;
  });
  if ('chunks' in made) return download(ctx, made, { held, inTurn });
  sendBody(ctx, made, held);
}

/** A change's answer is small and may contain a secret. */
function mayBeCompressed({ kind, method, secret }: ApiRoute | ConsoleRoute): boolean {
  return secret !== true && (kind === 'api' || method === 'GET');
}

function envelope(ctx: Context, route: ApiRoute | ConsoleRoute, reply: Reply): string {
  const { status = route.operations[0]?.success.status ?? 200, message, data, meta, replayed, resolution } = reply;
  ctx.status = status;
  learnMore(ctx, data);
  if (replayed) ctx.set('Idempotent-Replayed', 'true');
  if (resolution) ctx.set('X-Write-Resolution', resolution);
  const whole = { success: true, message, data, meta };
  return meta ? jsonOfList(whole) : JSON.stringify(whole);
}

/**
 * Waits for the first chunk before sending headers, so that early failures are ordinary errors. A later one breaks the
 * connection.
 */
async function download(
  ctx: Context,
  { chunks, filename, contentType }: Download,
  share: Parameters<typeof heldSlices>[1],
) {
  const stream = Readable.from(heldSlices(chunks, share));
  await once(stream, 'readable');
  ctx.status = 200;
  ctx.attachment(safeFilename(filename));
  if (contentType !== undefined) ctx.set('Content-Type', contentType);
  ctx.respond = false;
  await pipeline(stream, ctx.res);
}

/** File systems allow 255 bytes; a browser adds a number to a name that is taken. */
const filenameMostBytes = 200;
/** Windows opens a device of this name, whatever its ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Removes from a document number what file names and headers must not contain; of a long one the end remains. */
export function safeFilename(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(device, '_$1');
  const characters = [...safe];
  let bytes = Buffer.byteLength(safe);
  let from = 0;
  for (; bytes > filenameMostBytes; from++) bytes -= Buffer.byteLength(characters[from] ?? '');
  const short = characters
    .slice(from)
    .join('')
    .replace(/^[.\s]+/, '');
  return short === '' ? 'document' : short;
}
