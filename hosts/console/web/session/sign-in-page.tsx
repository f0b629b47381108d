import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { addressOf, organizationHere, prefix } from '../api/prefix.ts';
import { useAction } from '../api/use-action.ts';
import type { Me } from '../api/wire.ts';
import { Button } from '../parts/button.tsx';
import { PasswordField, TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { FailureNote } from '../parts/notes.tsx';
import { type FactorNeeded, FactorStep, type Proof } from './factor-step.tsx';
import { useSession } from './session.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Shown at any URL, which shows its own page after signing in. */
export function SignInPage({ isElsewhere }: { readonly isElsewhere: boolean }) {
  const { refresh } = useSession();
  if (!isElsewhere) {
    return (
      <SignIn title="Sign in" wished={organizationHere()} onDone={refresh}>
        <p class="quiet">
          No account yet, or the password lost? An owner of your organization helps with both, under Members. The only
          owner asks whoever runs this service.
        </p>
      </SignIn>
    );
  }
  return (
    <SignIn
      title="There is nothing for you at this address"
      intro="You are not signed in to the organization of this address. If you belong to it, sign in to it."
      organization={organizationHere()}
      onDone={refresh}
    >
      <Button words="To your own organization" onClick={() => location.assign(`${prefix}/console`)} />
    </SignIn>
  );
}

/** Stands over the page of a member whose session has ended. What the page asked meanwhile waits. */
export function SignInAgain({ me }: { readonly me: Me }) {
  const { refresh, leave } = useSession();
  const { email, organization_id: organization } = me;
  return (
    <SignIn
      title="Sign in again"
      intro="Your session has ended. What you typed is still here."
      {...{ email, organization }}
      onDone={refresh}
      onClose={null}
    >
      <Button words="Sign in as somebody else" onClick={leave} />
    </SignIn>
  );
}

/** For another organization of the same address, in which the password at sign-in began no session. */
export function AnotherOrganization({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const open = (id: string | undefined) => location.assign(addressOf('/console', id));
  return (
    <SignIn
      title="Sign in to another organization"
      intro="Type the password that you have there. You stay signed in here, too."
      email={me.email}
      onDone={open}
      onClose={onClose}
    />
  );
}

interface Organization {
  readonly organization_id: string;
  readonly name: string;
}

/** What sign-in answers: who is in, or what it needs beside the password. */
interface Answered {
  readonly organization_id?: string;
  readonly organizations?: readonly Organization[];
  readonly second_factor?: FactorNeeded;
}

interface SignInProps {
  readonly title: string;
  readonly intro?: string;
  /** The address of the only member who may sign in here. */
  readonly email?: string;
  /** The organization to sign in to. */
  readonly organization?: string | undefined;
  /** The organization to choose if the password opens several. */
  readonly wished?: string | undefined;
  readonly onDone: (organization: string | undefined) => unknown;
  /** As for `SignInFrame`. */
  readonly onClose?: (() => void) | null;
  readonly children?: ComponentChildren;
}

/** Signs in, in as many steps as it takes: the password, a choice of organizations, the second factor. */
function SignIn(props: SignInProps) {
  const { title, intro, email: given, organization, wished, onDone, onClose, children } = props;
  const { run, isPending, failure } = useAction();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);
  const [chosen, setChosen] = useState(organization);
  const [needed, setNeeded] = useState<FactorNeeded>();
  const ask = async (id: string | undefined, proof: Partial<Proof> = {}) => {
    const body = { email: given ?? typed, password, ...(id === undefined ? {} : { organization_id: id }), ...proof };
    return (await run<Answered>('POST', 'session', body))?.data;
  };
  const signIn = async (id: string | undefined, proof?: Proof): Promise<unknown> => {
    const answer = await ask(id, proof);
    setChosen(id);
    if (answer?.second_factor) return setNeeded(answer.second_factor);
    if (!answer?.organizations) return answer && onDone(answer.organization_id);
    if (answer.organizations.some(({ organization_id }) => organization_id === wished)) return signIn(wished);
    return setOrganizations(answer.organizations);
  };
  if (needed) {
    const back = () => setNeeded(undefined);
    const renew = async () => (await ask(chosen))?.second_factor;
    const prove = (proof: Proof) => void signIn(chosen, proof);
    return (
      <SignInFrame title="Prove that it is you" onClose={onClose}>
        <FactorStep {...{ needed, isPending, failure, prove, renew, back }} />
      </SignInFrame>
    );
  }
  if (organizations.length > 0) {
    const back = () => setOrganizations([]);
    const choose = (id: string) => void signIn(id);
    return (
      <SignInFrame title="Choose an organization" onClose={onClose}>
        <OrganizationChoice {...{ organizations, isPending, failure, choose, back }} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} onClose={onClose}>
      <Form onSubmit={() => signIn(organization)}>
        {intro && <p>{intro}</p>}
        {failure && <FailureNote failure={failure} isPlain={failure.status === 401} />}
        {given === undefined ? (
          <TextField
            label="E-mail address"
            type="email"
            value={typed}
            onInput={setTyped}
            rest={{ autocomplete: 'username', required: true, name: 'email' }}
          />
        ) : (
          <p class="breaks">
            As <strong>{given}</strong>
            <input type="email" name="email" value={given} autocomplete="username" readOnly hidden />
          </p>
        )}
        <PasswordField
          label="Password"
          value={password}
          onInput={setPassword}
          rest={{ autocomplete: 'current-password', required: true, name: 'password' }}
        />
        <button type="submit" class="button primary large" disabled={isPending}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </button>
        {children}
      </Form>
    </SignInFrame>
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
    <div class="stack">
      <p class="quiet">Your address and password belong to several. The menu leads to the others.</p>
      {failure && <FailureNote failure={failure} />}
      {organizations.map(({ organization_id: id, name }) => (
        <Button key={id} look="large" words={name} isDisabled={isPending} onClick={() => choose(id)} />
      ))}
      <Button words="Back" isDisabled={isPending} onClick={back} />
    </div>
  );
}
