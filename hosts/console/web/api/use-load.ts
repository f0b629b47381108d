import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../session/session.tsx';
import { cachedAnswer, onChange } from './answers-cache.ts';
import type { Answer } from './client.ts';
import type { Failure } from './failure.ts';
import { type Poller, poll } from './poll.ts';
import type { ListMeta } from './wire.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly meta: ListMeta | undefined;
  readonly failure: Failure | undefined;
  /** True while data, if any, is of an earlier path. */
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface Options<T> {
  /** True while the data is in progress; it is then polled more often. */
  readonly isBusy?: (data: T) => boolean;
  /** Loads once and never polls. */
  readonly once?: boolean;
}

interface Shown<T> {
  readonly path: string | undefined;
  readonly answer?: Answer<T>;
  readonly failure?: Failure;
}

/** The answer at a path of the API (below `/accounting/`), polled while the page is visible. */
export function useLoad<T>(path: string | undefined, { isBusy, once = false }: Options<T> = {}): Loaded<T> {
  const client = useClient();
  const [shown, setShown] = useState<Shown<T>>({ path: undefined });
  const poller = useRef<Poller | undefined>(undefined);
  const busy = useRef(isBusy);
  busy.current = isBusy;
  const reload = useCallback(() => poller.current?.now(), []);

  useEffect(() => {
    if (path === undefined) return undefined;
    const polling = poll<T>({
      path,
      once,
      ask: () => client.get<T>(path),
      isBusy: (data) => busy.current?.(data) ?? false,
      show: (polled) => setShown((before) => next(before, path, polled)),
    });
    poller.current = polling;
    return () => polling.stop();
  }, [client, path, once]);
  useEffect(() => onChange(reload), [reload]);

  const isOther = shown.path !== path;
  const remembered = isOther && path !== undefined ? cachedAnswer<T>(path) : undefined;
  const answer = remembered ?? shown.answer;
  return {
    data: answer?.data,
    meta: answer?.meta,
    failure: isOther ? undefined : shown.failure,
    isLoading: path !== undefined && isOther && remembered === undefined,
    reload,
  };
}

/** After a failure, keeps what was last answered at this path. */
function next<T>(before: Shown<T>, path: string, { answer, failure }: Pick<Shown<T>, 'answer' | 'failure'>): Shown<T> {
  const known = answer ?? (before.path === path ? before.answer : cachedAnswer<T>(path));
  return { path, ...(known && { answer: known }), ...(failure && { failure }) };
}
