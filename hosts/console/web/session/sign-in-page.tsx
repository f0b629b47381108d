import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { TextField } from '../parts/fields.tsx';
import { FailureNote, Note } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { useSession } from './session.tsx';

interface Organization {
  readonly organization_id: string;
  readonly name: string;
}

/** Shown at any URL, which shows its own page after signing in. */
export function SignInPage({ expired }: { readonly expired: boolean }) {
  const { refresh } = useSession();
  const { run, isPending, failure } = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);
  const signIn = async (organization?: string) => {
    const chosen = organization === undefined ? {} : { organization_id: organization };
    const answer = await run<{ organizations?: readonly Organization[] }>('POST', 'session', {
      email,
      password,
      ...chosen,
    });
    if (answer?.data.organizations) setOrganizations(answer.data.organizations);
    else if (answer) await refresh();
  };
  if (organizations.length > 0) {
    const back = () => setOrganizations([]);
    return <OrganizationChoice {...{ organizations, isPending, failure, back }} choose={(id) => void signIn(id)} />;
  }
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

interface ChoiceProps {
  readonly organizations: readonly Organization[];
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  readonly choose: (organizationId: string) => void;
  readonly back: () => void;
}

/** Asks for the organization, because address and password belong to members of several. */
function OrganizationChoice({ organizations, isPending, failure, choose, back }: ChoiceProps) {
  return (
    <main class="gate">
      <section class="gate-card">
        <Brand />
        <PageHead title="Choose an organization" />
        <p class="quiet">Your address and password belong to several. To work in another one, sign out first.</p>
        {failure && <FailureNote failure={failure} />}
        {organizations.map(({ organization_id: id, name }) => (
          <button key={id} type="button" class="button large" disabled={isPending} onClick={() => choose(id)}>
            {name}
          </button>
        ))}
        <button type="button" class="button" disabled={isPending} onClick={back}>
          Back
        </button>
      </section>
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
