// Who is signed in here, as all tabs of the browser know it.
import { forgetAnswers } from '../api/answers-cache.ts';
import { asFailure, type Client, createClient } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { nameOrganization, prefix } from '../api/prefix.ts';
import type { Me } from '../api/wire.ts';

export type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable'; readonly failure: Failure }
  /** `isElsewhere`: the browser has sessions, and none in the organization of the address. */
  | { readonly kind: 'signed_out'; readonly isElsewhere: boolean }
  /** `isOver`: the session has ended, and its member may sign in again over the living page. */
  | { readonly kind: 'signed_in'; readonly me: Me; readonly isOver: boolean };

export interface KeptSession {
  readonly client: Client;
  /** Asks again who is signed in. */
  readonly refresh: () => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Shows the sign-in page, with nothing of the member who was here. */
  readonly leave: () => void;
}

export function keepSession(show: (state: State) => void): KeptSession {
  const tabs = new BroadcastChannel(`ledgerport ${prefix}`);
  let state: State = { kind: 'loading' };
  let csrf = '';
  let waiting: ((isBack: boolean) => void)[] = [];
  const become = (next: State) => {
    state = next;
    show(next);
    if (next.kind === 'signed_in' && next.isOver) return;
    for (const goOn of waiting) goOn(next.kind === 'signed_in');
    waiting = [];
  };

  /** After a failure: true if the call may be repeated, because its member is still here or back. */
  const isRecovered = async (failure: Failure): Promise<boolean> => {
    if (state.kind !== 'signed_in' || (failure.code !== 'FORBIDDEN' && !isEnd(failure))) return false;
    const before = csrf;
    await refresh();
    if (state.isOver) return new Promise((resolve) => waiting.push(resolve));
    return isEnd(failure) || (failure.reason === 'csrf' && csrf !== before);
  };
  const client = createClient(() => csrf, isRecovered);

  const enter = (me: Me) => {
    // Another member gets a new page, with nothing of the one before.
    if (state.kind === 'signed_in' && state.me.member_id !== me.member_id) return location.reload();
    const isBack = state.kind === 'signed_out' || (state.kind === 'signed_in' && state.isOver);
    csrf = me.csrf_token;
    nameOrganization(me.organization_id);
    become({ kind: 'signed_in', me, isOver: false });
    if (isBack) tabs.postMessage('signed in');
  };
  const leave = (isElsewhere = false) => {
    forgetAnswers();
    become({ kind: 'signed_out', isElsewhere });
  };
  const refresh = async () => {
    try {
      enter((await client.get<Me>('session')).data);
    } catch (error) {
      const failure = asFailure(error);
      if (state.kind === 'signed_in') return isEnd(failure) ? become({ ...state, isOver: true }) : undefined;
      if (isEnd(failure)) leave(failure.code === 'FORBIDDEN');
      else become({ kind: 'unreachable', failure });
    }
  };
  const signOut = async () => {
    try {
      await client.send('DELETE', 'session');
      // The next person may be of another organization.
      location.replace(`${prefix}/console`);
    } catch {
      // Even if the service does not answer, because a person who signs out wants nothing left on the screen.
      leave();
    }
    tabs.postMessage('signed out');
  };
  tabs.onmessage = ({ data }) => (data === 'signed out' ? leave() : void refresh());
  void refresh();
  return { client, refresh, signOut, leave: () => leave() };
}

/** True where the session has ended, or has none in the organization of the address. */
function isEnd({ code, reason }: Failure): boolean {
  return (code === 'UNAUTHORIZED' && reason !== 'sign_in') || (code === 'FORBIDDEN' && reason === 'organization');
}
