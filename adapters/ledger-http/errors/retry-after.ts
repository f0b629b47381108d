import type { IncomingHttpHeaders } from 'node:http';

const daySeconds = 86_400;

/** Seconds to wait by a Retry-After header in either of its forms, at most a day; undefined where it says nothing. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), daySeconds);
  const at = /^[A-Za-z]{3},/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1000), 0), daySeconds);
}

/** How long a call refused for its rate must wait, said by the provider or not. */
export function rateWaitSeconds(headers: IncomingHttpHeaders, now: Date): number {
  const said = retryAfterSeconds(headers['retry-after'], now);
  return said ?? defaultWaitSeconds(limitWord(headers['x-rate-limit-problem']), now);
}

/** Provider: which limit was hit is named loosely (`appminute`, `app-minute`), and `concurrent` may come without a wait. */
export function limitWord(header: string | readonly string[] | undefined): string {
  const word = String(header ?? '')
    .toLowerCase()
    .replaceAll('-', '');
  return ['minute', 'concurrent', 'day', 'appminute'].includes(word) ? word : 'unnamed';
}

/** How long a refused call waits where the provider does not say. */
function defaultWaitSeconds(word: string, now: Date): number {
  if (word === 'concurrent') return 1;
  if (word === 'day') return daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds);
  return 60;
}
