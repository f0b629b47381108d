import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { addressOf } from './api/prefix.ts';
import type { Me } from './api/wire.ts';
import { Mounted } from './mounted.tsx';
import { FailureNote, Skeleton, SlowNote } from './parts/notes.tsx';
import { ToastProvider } from './parts/toasts.tsx';
import { Pages } from './routes.tsx';
import { AddFactorPage } from './session/add-factor.tsx';
import { ChangePasswordPage } from './session/change-password-page.tsx';
import { InvitationPage, isInvitation } from './session/invitation-page.tsx';
import { SessionProvider, useSession } from './session/session.tsx';
import { SignInAgain, SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  return (
    <Mounted>
      <ToastProvider>
        <SessionProvider>
          <Gate />
          <SlowNote />
        </SessionProvider>
      </ToastProvider>
    </Mounted>
  );
}

/** Shows the pages only to a signed-in member. */
function Gate() {
  const { state, refresh } = useSession();
  if (isInvitation()) return <InvitationPage />;
  if (state.kind === 'loading') return <Waiting />;
  if (state.kind === 'signed_out') return <SignInPage isElsewhere={state.isElsewhere} />;
  if (state.kind === 'unreachable') {
    return (
      <main class="gate">
        <FailureNote failure={state.failure} onRetry={() => void refresh()} />
      </main>
    );
  }
  return (
    <>
      <Admitted me={state.me} />
      {state.isOver && <SignInAgain me={state.me} />}
    </>
  );
}

function Admitted({ me }: { readonly me: Me }) {
  const { url, route } = useLocation();
  useLayoutEffect(() => {
    // An address without an organization gets that of the session, before anybody acts on the page.
    if (!location.pathname.startsWith(addressOf('/console'))) route(url + location.hash, true);
  }, [url, route]);
  if (me.must_change_password) return <ChangePasswordPage />;
  if (me.must_add_factor) return <AddFactorPage />;
  return (
    <Shell>
      <Pages />
    </Shell>
  );
}

function Waiting() {
  return (
    <main class="gate" aria-busy="true">
      <h1 class="hidden">Ledgerport</h1>
      <Skeleton />
    </main>
  );
}
