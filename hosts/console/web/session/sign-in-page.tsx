import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { Brand } from '../parts/brand.tsx';
import { TextField } from '../parts/fields.tsx';
import { FailureNote, Note } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { type FactorNeeded, FactorStep, type Proof } from './factor-step.tsx';
import { useSession } from './session.tsx';

interface Organization {
  readonly organization_id: string;
  readonly name: string;
}

/** The fields that sign-in may need beside the password. */
interface Further {
  readonly organizations?: readonly Organization[];
  readonly second_factor?: FactorNeeded;
}

/** Shown at any URL, which shows its own page after signing in. */
export function SignInPage({ expired }: { readonly expired: boolean }) {
  const { refresh } = useSession();
  const { run, isPending, failure } = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [needed, setNeeded] = useState<FactorNeeded>();
  const ask = async (organization: string | undefined, proof: Partial<Proof> = {}) => {
    const named = organization === undefined ? {} : { organization_id: organization };
    return (await run<Further>('POST', 'session', { email, password, ...named, ...proof }))?.data;
  };
  const signIn = async (organization: string | undefined, proof?: Proof) => {
    const further = await ask(organization, proof);
    setChosen(organization);
    if (further?.organizations) setOrganizations(further.organizations);
    else if (further?.second_factor) setNeeded(further.second_factor);
    else if (further) await refresh();
  };
  if (needed) {
    const back = () => setNeeded(undefined);
    const renew = async () => (await ask(chosen))?.second_factor;
    const prove = (proof: Proof) => void signIn(chosen, proof);
    return <FactorStep {...{ needed, isPending, failure, prove, renew, back }} />;
  }
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
          void signIn(undefined);
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
