import { cacheAnswer } from './answers-cache.ts';
import { type Answer, asFailure } from './client.ts';
import type { Failure } from './failure.ts';
import { nextPollMs } from './polling.ts';

interface Polled<T> {
  readonly answer?: Answer<T>;
  readonly failure?: Failure;
}

interface Polling<T> {
  readonly path: string;
  readonly ask: () => Promise<Answer<T>>;
  readonly isBusy: (data: T) => boolean;
  readonly once: boolean;
  readonly show: (polled: Polled<T>) => void;
}

export interface Poller {
  readonly now: () => void;
  readonly stop: () => void;
}

/** Asks repeatedly, but not while the page is hidden; asks at once when the page is visible again. */
export function poll<T>({ path, ask, isBusy, once, show }: Polling<T>): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let failures = 0;

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    round += 1;
    const mine = round;
    const { answer, failure } = await asked(ask);
    if (mine !== round) return;
    failures = failure ? failures + 1 : 0;
    if (answer) cacheAnswer(path, answer);
    show(answer ? { answer } : failure ? { failure } : {});
    if (once || failure?.code === 'NOT_FOUND') return;
    const busy = answer !== undefined && isBusy(answer.data);
    const waitMs = nextPollMs({ busy, failures, retryAfterSeconds: failure?.retryAfterSeconds });
    timer = setTimeout(() => document.visibilityState === 'visible' && void look(), waitMs);
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible' && !once) void look();
  };
  document.addEventListener('visibilitychange', seen);
  void look();
  return {
    now: () => void look(),
    stop: () => {
      round += 1;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

async function asked<T>(ask: () => Promise<Answer<T>>): Promise<Polled<T>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { failure: asFailure(error) };
  }
}
