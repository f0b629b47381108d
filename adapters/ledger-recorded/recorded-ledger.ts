import nock from 'nock';
import { type Bound, bind, fill } from './caller-ids.ts';
import { requestShape, requestText, type Tape, type TapedAnswer, type TapedRequest } from './tape.ts';

// Importing nock starts intercepting; only `install` shall.
nock.restore();

export type RecordedLedger = ReturnType<typeof createRecordedLedger>;

const url = 'http://ledger-recorded.test';

export function createRecordedLedger(tape: Tape) {
  const { answer, ...reader } = createTapeReader(tape);
  const reply = async (request: Request): Promise<[number, Buffer, Record<string, string>]> => {
    const headers = Object.fromEntries(request.headers);
    const plain = { method: request.method, path: pathOf(request.url), headers, body: await request.text() };
    const found = answer(requestShape(plain));
    return found ? [found.status, bodyOf(found), { ...found.headers }] : [501, Buffer.from('not on the tape'), {}];
  };
  let interceptors: nock.Interceptor[] = [];
  return {
    url,
    ...reader,
    /** Intercepts only requests to `url`. */
    install(): void {
      if (!nock.isActive()) nock.activate();
      const scope = nock(url).persist();
      interceptors = ['GET', 'PUT', 'POST', 'DELETE'].map((method) => scope.intercept(/.*/, method));
      for (const interceptor of interceptors) interceptor.reply(reply);
    },
    uninstall(): void {
      for (const interceptor of interceptors.splice(0)) nock.removeInterceptor(interceptor);
      nock.restore();
    },
  };
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

function bodyOf({ json, text, base64 }: TapedAnswer): Buffer {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}

const mostShown = 5;

export function createTapeReader(tape: Tape) {
  let bound: Bound = new Map();
  let complaint: Error | undefined;
  const exchanges = [...tape.exchanges];

  return {
    /** Returns undefined when the tape has no such request, or no further one. */
    answer(request: TapedRequest): TapedAnswer | undefined {
      const actual = requestText(request);
      for (const [i, exchange] of exchanges.entries()) {
        const found = bind(requestText(exchange.request), actual, bound);
        if (!found) continue;
        bound = found;
        exchanges.splice(i, 1);
        return JSON.parse(fill(JSON.stringify(exchange.answer), bound)) as TapedAnswer;
      }
      complaint ??= unheld(
        tape,
        actual,
        exchanges.map((exchange) => requestText(exchange.request)),
      );
      return undefined;
    },
    /** The first request that the tape lacks; it was answered with 501. */
    complaint: () => complaint,
    /** Throws the complaint, or an error that lists recorded requests which nobody made. */
    done(): void {
      if (complaint) throw complaint;
      const unused = exchanges.map(({ request }) => `${request.method} ${request.path}`);
      if (unused.length > 0)
        throw new Error(`recorded in "${tape.clause}", but never requested:\n${unused.join('\n')}`);
    },
  };
}

function unheld({ port, clause }: Tape, actual: string, expected: readonly string[]): Error {
  const next = expected.slice(0, mostShown).join('\n\n') || '(nothing: the tape is at its end)';
  return new Error(`the tape of ${port} "${clause}" has no such request:\n${actual}\n\nexpected next:\n${next}`);
}
