import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchanges, Handler } from './exchanges.ts';
import type { ServerLimits } from './limits.ts';
import { type EarlyRefusal, refuse } from './refusal.ts';

const busyRetrySeconds = 1;
/** Also above the limit: a supervisor that takes hosts away for being busy makes the others busier. */
const alwaysAnswered: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);

/** Lets the application see what is a proper request and not one too many. */
export function admitted(handle: Handler, exchanges: Exchanges, limits: ServerLimits): Handler {
  return (request, response) => {
    const refusal = misshapen(request, limits) ?? tooMany(request, exchanges, limits);
    if (refusal === undefined) return handle(request, response);
    // What is misshapen may have been meant for another parser; what follows on its connection too.
    if (refusal.status !== 503) response.setHeader('Connection', 'close');
    return refuse(response, refusal);
  };
}

function misshapen({ rawHeaders, httpVersion }: IncomingMessage, limits: ServerLimits): EarlyRefusal | undefined {
  // The platform's own bound drops what is too much without a word: here a dropped header could be the key.
  if (rawHeaders.length / 2 > limits.headerCount) {
    return { status: 431, code: 'BAD_REQUEST', message: `the request has more than ${limits.headerCount} headers` };
  }
  // The parser takes 0.9 and 2.0 too.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return { status: 400, code: 'BAD_REQUEST', message: 'this is not a request that HTTP/1.1 knows' };
  }
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return { status: 400, code: 'BAD_REQUEST', message: 'the request must have exactly one Host header' };
  }
  return undefined;
}

function tooMany(request: IncomingMessage, exchanges: Exchanges, limits: ServerLimits): EarlyRefusal | undefined {
  // The request itself is counted among the running ones.
  if (exchanges.running() <= limits.requests || alwaysAnswered.has(request.url)) return undefined;
  if (exchanges.endSlowestUnauthenticated(request)) return undefined;
  return {
    status: 503,
    code: 'RATE_LIMITED',
    reason: 'host_busy',
    message: 'this host has more requests than it can serve; try again',
    retryAfterSeconds: busyRetrySeconds,
  };
}

/** RFC 9110, 10.1.1: an expectation other than `100-continue`. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  const message = 'the only expectation that can be met is 100-continue';
  refuse(response, { status: 417, code: 'BAD_REQUEST', message });
}
