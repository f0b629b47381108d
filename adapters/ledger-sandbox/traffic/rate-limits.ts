/** Counts like the provider, per app and tenant: a minute from the first call, a UTC day, calls in flight. */
import type { RateLimits } from '../control/quirks.ts';
import type { Reply } from '../http/message.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const maxCounters = 10_000;

interface Counter {
  minuteStart: number;
  minuteCount: number;
  day: number;
  dayCount: number;
  inFlight: number;
}

export interface Admission {
  /** Set when the call is refused. */
  readonly refused: Reply | undefined;
  /** The remaining counts, sent with every tenant's answer. */
  readonly headers: Readonly<Record<string, string>>;
  done(): void;
}

export function createRateLimits(now: () => number, limits: () => RateLimits) {
  const counters = new Map<string, Counter>();

  function counterOf(key: string): Counter {
    const at = now();
    let counter = counters.get(key);
    if (!counter) {
      if (counters.size >= maxCounters) counters.clear();
      counter = { minuteStart: at, minuteCount: 0, day: 0, dayCount: 0, inFlight: 0 };
      counters.set(key, counter);
    }
    if (at - counter.minuteStart >= minuteMs || at < counter.minuteStart) {
      counter.minuteStart = at;
      counter.minuteCount = 0;
    }
    const day = Math.floor(at / dayMs);
    if (day !== counter.day) {
      counter.day = day;
      counter.dayCount = 0;
    }
    return counter;
  }

  function remaining(counter: Counter, app: Counter): Record<string, string> {
    const { day, minute, app_minute } = limits();
    const left = (limit: number, count: number) => String(Math.max(0, limit - count));
    return {
      ...(day === null ? {} : { 'x-daylimit-remaining': left(day, counter.dayCount) }),
      ...(minute === null ? {} : { 'x-minlimit-remaining': left(minute, counter.minuteCount) }),
      ...(app_minute === null ? {} : { 'x-appminlimit-remaining': left(app_minute, app.minuteCount) }),
    };
  }

  /** Provider: a 429 has no body, and `concurrent` gives no time to wait. */
  function refusal(problem: string, retryAfterSeconds: number | undefined, headers: Record<string, string>): Reply {
    const wait =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
    return { status: 429, headers: { ...headers, ...wait, 'x-rate-limit-problem': problem }, body: '' };
  }

  function problemOf(counter: Counter, app: Counter): readonly [string, number | undefined] | undefined {
    const { concurrent, minute, day, app_minute } = limits();
    if (concurrent !== null && counter.inFlight >= concurrent) return ['concurrent', undefined];
    if (day !== null && counter.dayCount >= day) return ['day', ((counter.day + 1) * dayMs - now()) / 1000];
    if (minute !== null && counter.minuteCount >= minute) {
      return ['minute', (counter.minuteStart + minuteMs - now()) / 1000];
    }
    if (app_minute !== null && app.minuteCount >= app_minute) {
      return ['appminute', (app.minuteStart + minuteMs - now()) / 1000];
    }
    return undefined;
  }

  return {
    admit(clientId: string, tenantId: string): Admission {
      const counter = counterOf(`${clientId}|${tenantId}`);
      const app = counterOf(clientId);
      const problem = problemOf(counter, app);
      if (problem) {
        const headers = remaining(counter, app);
        return { refused: refusal(problem[0], problem[1], headers), headers, done: () => {} };
      }
      counter.minuteCount += 1;
      counter.dayCount += 1;
      counter.inFlight += 1;
      app.minuteCount += 1;
      const done = () => {
        counter.inFlight -= 1;
      };
      return { refused: undefined, headers: remaining(counter, app), done };
    },
    clear: () => counters.clear(),
  };
}

export type RateLimitGate = ReturnType<typeof createRateLimits>;
