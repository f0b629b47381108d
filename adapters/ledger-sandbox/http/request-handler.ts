/** Receives every request: applies faults, calls the service, writes the log. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IdentityReply } from '../access/identity-routes.ts';
import type { Books } from '../books/books.ts';
import type { Quirks } from '../control/quirks.ts';
import { showOnlineInvoice } from '../routes/online-invoice.ts';
import { showOrganisationHome } from '../routes/organisation-home.ts';
import { type Fault, type Faults, faultReply, storedFault } from '../traffic/faults.ts';
import type { RequestLog } from '../traffic/request-log.ts';
import type { ApiCall } from './api.ts';
import { type Reply, type SandboxRequest, type SandboxResponse, toAnswer } from './message.ts';
import { notFound } from './problems.ts';

const apiBase = '/api.xro/2.0/';
const controlBase = '/_sandbox/';
const onlineBase = '/online/';
const homeBase = '/app/';

export interface RequestHandlerPorts {
  readonly books: Books;
  readonly faults: Faults;
  readonly requests: RequestLog;
  api(call: ApiCall): Promise<Reply>;
  identity(request: SandboxRequest, path: string, query: URLSearchParams): IdentityReply;
  control(request: SandboxRequest, path: string, query: URLSearchParams): Promise<Reply>;
  quirks(): Quirks;
  log(message: string): void;
}

const isAccounting = (path: string): boolean => path.toLowerCase().startsWith(apiBase);

/** Returns pages that people open in a browser without a token. */
function pageFor(books: Books, path: string): Reply | undefined {
  if (path.startsWith(onlineBase)) return showOnlineInvoice(books, path.slice(onlineBase.length));
  if (path.startsWith(homeBase)) return showOrganisationHome(books, path.slice(homeBase.length));
  return undefined;
}

const failed: Reply = { status: 500, headers: {}, body: '' };

async function guarded(log: RequestHandlerPorts['log'], work: () => Promise<IdentityReply>): Promise<IdentityReply> {
  try {
    return await work();
  } catch (error) {
    log(`defect: ${error instanceof Error ? error.stack : String(error)}`);
    return failed;
  }
}

export function createRequestHandler(ports: RequestHandlerPorts) {
  const closing = new AbortController();

  /** Returns undefined where there is nothing to wait for, so that usual calls stay synchronous. */
  function hang(fault: Fault | undefined): Promise<void> | undefined {
    const ms = (fault?.hangMs ?? 0) + ports.quirks().latency_ms;
    return ms === 0 ? undefined : pause(ms);
  }

  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});

  async function answer(request: SandboxRequest, path: string, query: URLSearchParams): Promise<IdentityReply> {
    const fault = ports.faults.take(request.method, path);
    if (!fault) return serve(request, path, query, undefined);
    const reply = await answerUnder(fault, request, path, query);
    if (fault.hangAfterMs > 0) await pause(fault.hangAfterMs);
    return reply;
  }

  async function answerUnder(
    fault: Fault,
    request: SandboxRequest,
    path: string,
    query: URLSearchParams,
  ): Promise<IdentityReply> {
    // Only accounting calls have a key under which an answer can be stored.
    const isStored = fault.store && isAccounting(path);
    const isInstead = fault.drop === 'before' || (!fault.drop && fault.status !== undefined && !isStored);
    if (isInstead) await hang(fault);
    const reply = isInstead ? undefined : await serve(request, path, query, fault);
    if (!isInstead && (isStored || fault.drop !== 'after')) return reply;
    return faultReply(fault) ?? { dropped: true };
  }

  async function serve(
    request: SandboxRequest,
    path: string,
    query: URLSearchParams,
    fault: Fault | undefined,
  ): Promise<IdentityReply> {
    if (isAccounting(path)) {
      const stored = storedFault(fault);
      return ports.api({ request, path: path.slice(apiBase.length), query, stored, hang: () => hang(fault) });
    }
    const page = request.method === 'GET' ? pageFor(ports.books, path) : undefined;
    if (page) return page;
    const wait = hang(fault);
    if (wait) await wait;
    const reply = ports.identity(request, path, query);
    ports.books.commit();
    return reply ?? notFound();
  }

  async function handle(request: SandboxRequest): Promise<SandboxResponse> {
    const question = request.path.indexOf('?');
    const path = question < 0 ? request.path : request.path.slice(0, question);
    const query = new URLSearchParams(question < 0 ? '' : request.path.slice(question + 1));
    const isControl = path.startsWith(controlBase);
    const reply = await guarded(ports.log, () =>
      isControl ? ports.control(request, path.slice(controlBase.length), query) : answer(request, path, query),
    );
    const response = reply === undefined || 'dropped' in reply ? ({ dropped: true } as const) : toAnswer(reply);
    if (!isControl) ports.requests.add(request, 'dropped' in response ? 0 : response.status);
    return response;
  }

  return { handle, close: () => closing.abort() };
}
