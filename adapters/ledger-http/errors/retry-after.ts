import type { IncomingHttpHeaders } from 'node:http';
import { retryAfterSeconds } from '#core/ports';

const daySeconds = 86_400;

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
