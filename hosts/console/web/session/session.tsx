import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import type { Me, Permission } from '../api/wire.ts';
import { type KeptSession, keepSession, type State } from './keep-session.ts';

interface Session extends KeptSession {
  readonly state: State;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Knows who is signed in. If nobody is, the sign-in page stands at the same URL, so that signing in leads to the page. */
export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const kept = useMemo(() => keepSession(setState), []);
  const session = useMemo(() => ({ state, ...kept }), [state, kept]);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
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
