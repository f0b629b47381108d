import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { TextField } from '../parts/fields.tsx';
import { FailureNote, Note } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useSession } from './session.tsx';

/** Stands at whatever address one came to; after signing in, that address shows what it always shows. */
export function SignInPage({ expired }: { readonly expired: boolean }) {
  const { refresh } = useSession();
  const { run, isPending, failure } = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = async () => {
    if (await run('POST', 'session', { email, password })) await refresh();
  };
  return (
    <main class="gate">
      <form
        class="gate-card"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <Brand />
        <PageHead title="Sign in" />
        {expired && !failure && (
          <Note tone="info">
            <p>Your session has ended. Sign in to go on where you were.</p>
          </Note>
        )}
        {failure && <FailureNote failure={failure} />}
        <TextField
          label="E-mail address"
          type="email"
          value={email}
          onInput={setEmail}
          rest={{ autocomplete: 'username', required: true, name: 'email' }}
        />
        <TextField
          label="Password"
          type="password"
          value={password}
          onInput={setPassword}
          rest={{ autocomplete: 'current-password', required: true, name: 'password' }}
        />
        <button type="submit" class="button primary large" disabled={isPending}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </button>
        <p class="quiet">An owner of your organization adds people and resets passwords.</p>
      </form>
    </main>
  );
}

export function Brand() {
  return (
    <p class="brand">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
        <rect class="brand-mark" width="32" height="32" rx="8" />
        <path class="brand-line" d="M10 8v14h12" />
        <circle class="brand-dot" cx="20" cy="12" r="3.2" />
      </svg>
      Ledgerport
    </p>
  );
}
