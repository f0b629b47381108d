import {
  type AppKey,
  type BudgetLimits,
  corrected,
  type Lane,
  lanes,
  minuteShare,
  minuteUsed,
  type ProviderLimits,
  type Refusal,
  refusalOf,
  withCalls,
} from '#core/ports';
import type { JoinedChanges } from './joined-changes.ts';

/** Calls in a lane of an app that this process may grant without asking again. */
interface Allowance {
  readonly size: number;
  left: number;
  readonly untilMs: number;
}

/** Short, because meanwhile a process does not hear what others learn of the provider. */
const allowanceMs = 1_000;
const sizeMax = 100;
/** Times of an app's row are rounded up to this, so that there are few, however many processes call. */
const stepMs = 500;
const rounded = (atMs: number): number => Math.ceil(atMs / stepMs) * stepMs;

/**
 * Takes the calls of an app's connections from its row in allowances, so that the row is not changed with each call: one
 * call at first, twice as many where the last ones were used up within their second, as many as were used where not. All
 * of an allowance count as made when it ends.
 */
export function appAllowances(rows: JoinedChanges, perMinute: number, nowMs: () => number) {
  const allowances = new Map<string, Allowance>();
  const asking = new Map<string, Promise<Allowance | Refusal>>();
  const nameOf = (app: AppKey, lane: Lane): string => `${app} ${lane}`;
  /** An app has no day, and calls in flight are bounded by connection. */
  const limits: BudgetLimits = { perMinute, perDay: Number.POSITIVE_INFINITY, inFlight: Number.POSITIVE_INFINITY };

  async function ask(app: AppKey, lane: Lane, last: Allowance | undefined): Promise<Allowance | Refusal> {
    const isUsedUp = last?.left === 0 && last.untilMs > nowMs();
    const wanted = isUsedUp ? Math.min(sizeMax, 2 * last.size) : Math.max(1, (last?.size ?? 1) - (last?.left ?? 0));
    const answer = await rows.change<Allowance | Refusal>(app, (state, now) => {
      const refusal = refusalOf(state, lane, limits, now);
      if (refusal) return { answer: { ...refusal, reason: 'app_minute' } };
      const size = Math.min(wanted, Math.floor(perMinute * minuteShare[lane]) - minuteUsed(state, now));
      const untilMs = now + allowanceMs;
      return { state: withCalls(state, size, rounded(untilMs)), answer: { size, left: size, untilMs } };
    });
    if ('left' in answer) allowances.set(nameOf(app, lane), answer);
    return answer;
  }

  return {
    /** Takes one call; one that is not made is added to `left` again. */
    async take(app: AppKey, lane: Lane): Promise<Allowance | Refusal> {
      const name = nameOf(app, lane);
      const last = allowances.get(name);
      let allowance = last && last.untilMs > nowMs() ? last : undefined;
      while (!allowance || allowance.left === 0) {
        const asked = asking.get(name) ?? ask(app, lane, allowances.get(name)).finally(() => asking.delete(name));
        asking.set(name, asked);
        const answer = await asked;
        if ('reason' in answer) return answer;
        allowance = answer;
      }
      allowance.left -= 1;
      return allowance;
    },
    /** The counters are stored with the next allowance, a refusal soon. */
    observe(app: AppKey, said: ProviderLimits): void {
      const { minuteRemaining, retryAfterSeconds } = said.app;
      const isRefused = retryAfterSeconds !== null;
      // The provider says itself when it lets the app in again.
      const toCount = { minuteRemaining: isRefused ? null : minuteRemaining, dayRemaining: null };
      const ofApp = { ...said, ...toCount, retryAfterSeconds };
      const atMs = rounded(nowMs());
      const store = isRefused ? rows.changeSoon : rows.changeWithNext;
      store(app, (state) => corrected(state, ofApp, limits, atMs));
      for (const lane of lanes) {
        const allowance = allowances.get(nameOf(app, lane));
        if (allowance) allowance.left = isRefused ? 0 : Math.min(allowance.left, minuteRemaining ?? sizeMax);
      }
    },
  };
}
