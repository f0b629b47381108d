import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forgetAnswers } from '../api/answers-cache.ts';
import { asFailure, type Client, createClient } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import type { Me, Permission } from '../api/wire.ts';

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable'; readonly failure: Failure }
  | { readonly kind: 'signed_out'; readonly expired: boolean }
  | { readonly kind: 'signed_in'; readonly me: Me };

interface Session {
  readonly state: State;
  readonly client: Client;
  /** Asks again who is signed in. */
  readonly refresh: () => Promise<void>;
  readonly signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | undefined>(undefined);

/**
 * Knows who is signed in. Shows the sign-in page at the same URL if nobody is, so that signing in leads back to the
 * page.
 */
export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const csrf = useRef('');
  const again = useRef(() => {});
  const client = useMemo(() => {
    const ended = () => {
      forgetAnswers();
      setState((before) => (before.kind === 'signed_out' ? before : { kind: 'signed_out', expired: isIn(before) }));
    };
    return createClient(
      () => csrf.current,
      ended,
      () => again.current(),
    );
  }, []);

  const refresh = useCallback(async () => {
    try {
      const { data: me } = await client.get<Me>('session');
      csrf.current = me.csrf_token;
      setState({ kind: 'signed_in', me });
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code !== 'UNAUTHORIZED') setState({ kind: 'unreachable', failure });
    }
  }, [client]);

  again.current = () => void refresh();

  const signOut = useCallback(async () => {
    try {
      await client.send('DELETE', 'session');
    } finally {
      // Even if the service does not answer, because a person who signs out wants nothing left on the screen.
      forgetAnswers();
      setState({ kind: 'signed_out', expired: false });
    }
  }, [client]);

  useEffect(() => void refresh(), [refresh]);
  const session = useMemo(() => ({ state, client, refresh, signOut }), [state, client, refresh, signOut]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

function isIn(state: State): boolean {
  return state.kind === 'signed_in';
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no SessionProvider above');
  return session;
}

export function useClient(): Client {
  return useSession().client;
}

/** The signed-in member; only for components inside the shell, where there always is one. */
export function useMe(): Me {
  const { state } = useSession();
  if (state.kind !== 'signed_in') throw new Error('nobody is signed in');
  return state.me;
}

/** True if the member's role may do this. Pages hide what it may not do, and the API refuses it. */
export function useMay(permission: Permission): boolean {
  return useMe().permissions.includes(permission);
}
