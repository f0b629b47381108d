// Refusals that are told before, or instead of, the application; in the application's words.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode, RequestId } from '#core';
import { ServiceError } from '#core';
import { headersFor } from '../middleware/every-request.ts';
import { presentError } from '../present/error.ts';

export interface EarlyRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
}

interface Told {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function told({ code, message, allow, ...details }: Omit<EarlyRefusal, 'status'>, secure: boolean): Told {
  const requestId = `req_${randomUUID()}` as RequestId;
  const body = JSON.stringify(presentError(new ServiceError(code, message, details), requestId));
  const headers = {
    ...headersFor(secure),
    'X-Request-ID': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(details.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(details.retryAfterSeconds) }),
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
  };
  return { headers, body };
}

/** Answers a request that the application does not get to see. */
export function refuse(response: ServerResponse, { status, ...refusal }: EarlyRefusal, secure: boolean): void {
  const { headers, body } = told(refusal, secure);
  response.writeHead(status, headers);
  response.end(body);
}

/** Answers what is not even a request, and ends the connection. */
export function refuseOnSocket(socket: Duplex, { status, ...refusal }: EarlyRefusal, secure: boolean): void {
  const { headers, body } = told(refusal, secure);
  const date = new Date().toUTCString();
  const lines = Object.entries({ ...headers, Date: date, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
