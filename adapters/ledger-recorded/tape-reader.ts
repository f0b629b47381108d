// Finds what a tape answers to a request, each exchange once, and knows what was asked in vain and what is left over.
import { type Bound, bind, fill } from './caller-ids.ts';
import { requestText } from './request-shape.ts';
import type { Tape, TapedAnswer, TapedConsent, TapedRequest } from './tape.ts';

export interface TapeReader {
  /** Undefined when the tape holds no such request (any more). */
  answer(request: TapedRequest): TapedAnswer | undefined;
  /** Where the consent led; throws when the tape holds no such consent. */
  consent(path: string, tenantIds: readonly string[]): string;
  /** What was asked first of all that the tape does not hold. */
  complaint(): Error | undefined;
  /** What the tape holds and nobody asked for, a line each. */
  unused(): readonly string[];
}

const mostShown = 5;

export function createTapeReader(tape: Tape): TapeReader {
  let bound: Bound = new Map();
  let complaint: Error | undefined;
  const exchanges = [...tape.exchanges];
  const consents = [...tape.consents];

  /** Takes out the first entry that the text fits. */
  function take<T>(entries: T[], textOf: (entry: T) => string, actual: string): T | undefined {
    for (const [i, entry] of entries.entries()) {
      const found = bind(textOf(entry), actual, bound);
      if (!found) continue;
      bound = found;
      entries.splice(i, 1);
      return entry;
    }
    complaint ??= unheld(tape, actual, entries.map(textOf));
    return undefined;
  }

  return {
    answer(request) {
      const exchange = take(exchanges, (entry) => requestText(entry.request), requestText(request));
      return exchange && (JSON.parse(fill(JSON.stringify(exchange.answer), bound)) as TapedAnswer);
    },
    consent(path, tenantIds) {
      const taken = take(consents, consentText, consentText({ path, tenantIds }));
      if (!taken) throw complaint;
      return fill(taken.callbackUrl, bound);
    },
    complaint: () => complaint,
    unused: () => [
      ...consents.map(({ path }) => `consent ${path}`),
      ...exchanges.map(({ request }) => `${request.method} ${request.path}`),
    ],
  };
}

function consentText({ path, tenantIds }: Omit<TapedConsent, 'callbackUrl'>): string {
  return `consent ${path}\n${tenantIds.join(', ')}`;
}

function unheld({ port, clause }: Tape, actual: string, expected: readonly string[]): Error {
  const next = expected.slice(0, mostShown).join('\n\n') || '(nothing: the tape is at its end)';
  return new Error(`the tape of ${port} "${clause}" holds no such request:\n${actual}\n\nexpected next:\n${next}`);
}
