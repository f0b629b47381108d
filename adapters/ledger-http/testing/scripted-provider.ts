// A provider on a real socket with scripted answers.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type JsonObject,
  type LedgerAccess,
  type LedgerCall,
  type LedgerGateway,
  type PreparedWrite,
  ServiceError,
  type WritePayload,
} from '#core/ports';
import { createLedgerGateway, type LedgerHttpOptions, sandboxProfile } from '../index.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedProvider {
  readonly url: string;
  readonly gateway: LedgerGateway;
  readonly access: LedgerAccess;
  readonly received: ReceivedRequest[];
  readonly reported: LedgerCall[];
  close(): Promise<void>;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const now = new Date('2026-09-14T09:00:00.000Z');
export const fixedClock = { now: () => now, wait: async () => undefined };
export const token = 'token-that-must-not-leak';
export const someId = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
export const someWrite: PreparedWrite = {
  type: 'invoices',
  creates: true,
  payload: {
    method: 'PUT',
    path: '/Invoices?unitdp=4',
    body: '{"Invoices":[{"Reference":"document-that-must-not-leak"}]}',
  } as JsonObject as WritePayload,
};

/** Answers every request by `listener`, or each time the same. */
export async function scriptedProvider(
  script: ScriptedAnswer | RequestListener,
  options: Pick<LedgerHttpOptions, 'bounds' | 'pageSize'> = {},
): Promise<ScriptedProvider> {
  const received: ReceivedRequest[] = [];
  const reported: LedgerCall[] = [];
  const server = createServer(async (request, response) => {
    if (typeof script === 'function') return script(request, response);
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    response.writeHead(script.status, script.headers).end(script.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    gateway: createLedgerGateway({ profile: sandboxProfile(url), clock: fixedClock, ...options }),
    access: { accessToken: token, tenantId: 'tenant-1', report: (call) => void reported.push(call) },
    received,
    reported,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json = (body: unknown, status = 200): ScriptedAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** Resolves to the refusal that the work must end with. */
export async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ServiceError) return thrown;
  throw new Error(`not refused: ${String(thrown)}`);
}
