// Reaches a sandbox ledger in this process without a socket, which halves the processor time of the core's tests. What becomes
// of a call over a socket is proven by adapters/ledger-http/transport.test.ts, and through the whole core by
// one-write-fault-table.test.ts and hosts/koa/faults.test.ts.
import { setImmediate as turn } from 'node:timers/promises';
import { type Transport, TransportFailure } from '../../adapters/ledger-http/index.ts';
import type { SandboxLedger } from '../../adapters/ledger-sandbox/index.ts';

export function transportTo(ledger: SandboxLedger): Transport {
  return async ({ method, url, headers, body = '', writes }) => {
    // As over a socket, others get their turn before the call arrives and before its answer is read.
    await turn();
    const { pathname, search } = new URL(url);
    const answer = await ledger.handle({ method, path: pathname + search, headers, body: Buffer.from(body) });
    await turn();
    if ('dropped' in answer) {
      const facts = { writes, mayHaveArrived: true };
      throw new TransportFailure('PROVIDER_UNAVAILABLE', 'the connection broke (ECONNRESET)', facts);
    }
    const names = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    return { status: answer.status, headers: Object.fromEntries(names), body: bytesOf(answer.body) };
  };
}

async function* bytesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  if (body.length > 0) yield body;
}

/** For what tests ask of the sandbox itself. */
export function askingIn(ledger: SandboxLedger) {
  return async (method: string, path: string, body = '') => {
    const answer = await ledger.handle({ method, path, headers: {}, body: Buffer.from(body) });
    if ('dropped' in answer) throw new Error(`${path} was dropped`);
    const { status } = answer;
    return { ok: status >= 200 && status < 300, text: Buffer.from(answer.body).toString('utf8') };
  };
}
