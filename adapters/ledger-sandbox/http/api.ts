/** Handles an accounting call: identifies app and tenant, applies limits and idempotency, then calls the route. */
import type { BearerGate } from '../access/bearer-gate.ts';
import { mayCall } from '../access/scopes.ts';
import { type Books, grantKey } from '../books/books.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { Quirks } from '../control/quirks.ts';
import type { Announcement, Notifier } from '../notices/notifier.ts';
import { type FoundRoute, findRoute } from '../routes/find-route.ts';
import type { StoredFault } from '../traffic/faults.ts';
import { fingerprintOf, type Idempotency } from '../traffic/idempotency.ts';
import type { RateLimitGate } from '../traffic/rate-limits.ts';
import type { EchoCache } from '../wire/echo-cache.ts';
import type { Call } from './call.ts';
import type { Reply, SandboxRequest } from './message.ts';
import { apiException, authProblem, notFound, WireProblem } from './problems.ts';

export interface ApiPorts {
  readonly books: Books;
  readonly bearers: BearerGate;
  readonly limits: RateLimitGate;
  readonly idempotency: Idempotency;
  readonly notifier: Notifier;
  readonly echo: EchoCache;
  readonly correlationHeader: string;
  now(): number;
  newId(): string;
  quirks(): Quirks;
  baseUrl(): string;
  log(message: string): void;
}

export interface ApiCall {
  readonly request: SandboxRequest;
  /** The path below `/api.xro/2.0/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly stored: StoredFault | undefined;
  /** Waits as long as a fault or quirk demands. */
  hang(): Promise<void> | undefined;
}

const writes = ['POST', 'PUT', 'PATCH'];
const notAcceptable: Reply = {
  status: 406,
  headers: { 'content-type': 'text/plain' },
  body: 'Send Accept: application/json. Without it the provider answers XML, which this sandbox does not speak.',
};
const offline: Reply = {
  status: 503,
  headers: { 'content-type': 'text/plain' },
  body: 'The Organisation is offline',
};

export function createApi(ports: ApiPorts) {
  const { books } = ports;

  return async (asked: ApiCall): Promise<Reply> => {
    const { request } = asked;
    const bearer = ports.bearers.check(request.headers['authorization']);
    if (bearer.kind === 'refused') return authProblem(401, bearer.detail);
    const { clientId, scopes } = bearer.token;
    const tenant = tenantOf(books, clientId, request);
    if (!tenant) return authProblem(403, 'AuthenticationUnsuccessful');
    const admission = ports.limits.admit(clientId, tenant.id);
    try {
      const reply = admission.refused ?? (await within(ports, asked, { clientId, scopes }, tenant));
      return {
        ...reply,
        headers: { ...reply.headers, ...admission.headers, [ports.correlationHeader]: ports.newId() },
      };
    } finally {
      admission.done();
    }
  };
}

/** Undefined without a header, and for a tenant that is unknown, not connected or no organisation. */
function tenantOf(books: Books, clientId: string, { headers }: SandboxRequest): TenantBooks | undefined {
  const id = (headers['ledger-tenant-id'] ?? headers['xero-tenant-id'])?.toLowerCase();
  if (!id || books.connections.find('grant', grantKey(clientId, id)).length === 0) return undefined;
  const tenant = books.tenantBooks(id);
  return tenant?.tenant.type === 'ORGANISATION' ? tenant : undefined;
}

/** Provider: limits are checked before idempotency, so repeated calls count, too. */
async function within(
  ports: ApiPorts,
  { request, path, query, stored, hang }: ApiCall,
  { clientId, scopes }: { readonly clientId: string; readonly scopes: readonly string[] },
  tenant: TenantBooks,
): Promise<Reply> {
  if (ports.quirks().offline_tenants.includes(tenant.id)) return offline;
  const found = findRoute(request.method, path);
  if (found.kind === 'unknown') return notFound();
  if (found.kind === 'unsupported') {
    return apiException('ApiMethodNotImplementedException', 'The Api Method called is not implemented');
  }
  if (!mayCall(scopes, found.route.area, request.method)) {
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope"' };
    return authProblem(401, 'AuthorizationUnsuccessful', challenge);
  }
  // A file is answered as it is, whatever form is asked for.
  if (found.name === '' && !isAcceptable(request.headers['accept'])) return notAcceptable;
  const run = (keep: (reply: Reply) => void) =>
    process(ports, found, { request, query, clientId, tenant, stored, keep });
  const key = request.headers['idempotency-key'];
  if (key === undefined || !writes.includes(request.method)) {
    const wait = hang();
    if (wait) await wait;
    return run(() => {});
  }
  const fingerprint = fingerprintOf(request.method, request.path, request.body);
  const claim = ports.idempotency.claim(clientId, key, fingerprint);
  return once(claim, hang, run);
}

const isAcceptable = (accept: string | undefined): boolean =>
  accept !== undefined && /application\/(json|pdf)|\*\/\*|application\/\*/i.test(accept);

async function once(
  claim: ReturnType<ApiPorts['idempotency']['claim']>,
  hang: ApiCall['hang'],
  run: (keep: (reply: Reply) => void) => Promise<Reply>,
): Promise<Reply> {
  if (claim.kind === 'answer') return claim.reply;
  if (claim.kind === 'wait') return await claim.reply;
  let reply: Reply | undefined;
  try {
    await hang();
    reply = await run(claim.keep);
    return reply;
  } finally {
    claim.release(reply);
  }
}

type AskedRoute = Extract<FoundRoute, { readonly kind: 'route' }>;

interface Work {
  readonly request: SandboxRequest;
  readonly query: URLSearchParams;
  readonly clientId: string;
  readonly tenant: TenantBooks;
  readonly stored: StoredFault | undefined;
  /** Called before the commit, so that a write and its answer are stored together. */
  keep(reply: Reply): void;
}

async function process(ports: ApiPorts, { route, id, name }: AskedRoute, work: Work): Promise<Reply> {
  const { stored } = work;
  const announcements: Announcement[] = [];
  let reply: Reply;
  try {
    const handled =
      stored && !stored.processes ? stored.reply : route.handle(callOf(ports, work, announcements), id, name);
    // Writes answer synchronously: nothing may come between the change, its stored answer and the commit.
    reply = handled instanceof Promise ? await handled : handled;
  } catch (error) {
    if (!(error instanceof WireProblem)) ports.log(`defect: ${error instanceof Error ? error.stack : String(error)}`);
    reply = error instanceof WireProblem ? error.reply : { status: 500, headers: {}, body: '' };
  }
  if (stored) reply = stored.reply;
  ports.notifier.announce(work.tenant.id, announcements);
  work.keep(reply);
  ports.books.commit();
  return reply;
}

function callOf(ports: ApiPorts, work: Work, announcements: Announcement[]): Call {
  const { request, query, clientId, tenant } = work;
  return {
    books: tenant,
    clientId,
    appName: ports.books.apps.get(clientId)?.name ?? clientId,
    now: ports.now(),
    unitPlaces: query.get('unitdp') === '4' ? 4 : 2,
    method: request.method,
    query,
    headers: request.headers,
    body: request.body,
    quirks: ports.quirks(),
    isKinder: (behaviour) => ports.quirks().kinder.includes(behaviour),
    baseUrl: ports.baseUrl(),
    echo: ports.echo,
    newId: ports.newId,
    announce: (category, change, id, data) => void announcements.push({ category, change, id, data }),
  };
}
