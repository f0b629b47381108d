import { useCallback, useRef, useState } from 'preact/hooks';
import { useClient } from '../session/session.tsx';
import { noteChange } from './answers-cache.ts';
import { type Answer, asFailure, type Method, newKey } from './client.ts';
import type { Failure } from './failure.ts';

export interface Action {
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  /**
   * Makes the call; resolves to undefined when it failed, and sets `failure`. Ignores a second click while a call runs.
   * The same call after a failure has the same key.
   */
  readonly run: <T>(method: Method, path: string, body?: unknown) => Promise<Answer<T> | undefined>;
  readonly clear: () => void;
}

/** An action of a person. */
export function useAction(): Action {
  const client = useClient();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const tried = useRef({ what: '', key: '', isUnderWay: false });

  const run: Action['run'] = async <T>(method: Method, path: string, body?: unknown) => {
    if (tried.current.isUnderWay) return undefined;
    const what = JSON.stringify([method, path, body]);
    const key = tried.current.what === what ? tried.current.key : newKey();
    tried.current = { what, key, isUnderWay: true };
    setPending(true);
    setFailure(undefined);
    try {
      const answer = await client.send<T>(method, path, { body, idempotencyKey: key });
      tried.current = { what: '', key: '', isUnderWay: false };
      noteChange();
      return answer;
    } catch (error) {
      setFailure(asFailure(error));
      return undefined;
    } finally {
      tried.current = { ...tried.current, isUnderWay: false };
      setPending(false);
    }
  };
  const clear = useCallback(() => setFailure(undefined), []);
  return { isPending, failure, run, clear };
}
