import { useEffect, useState } from 'preact/hooks';
import { asFailure } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { prefix } from '../api/prefix.ts';
import { useAction } from '../api/use-action.ts';
import type { OpenInvitation } from '../api/wire.ts';
import { SubmitButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { FailureNote, Skeleton } from '../parts/notes.tsx';
import { NewPassword } from '../parts/password-fields.tsx';
import { Time } from '../parts/time.tsx';
import { capital } from '../words/state-words.ts';
import { useClient } from './session.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

export const isInvitation = (): boolean => location.pathname === `${prefix}/console/invitation`;

/** For whoever holds the link of an invitation; the token stands behind the hash of the address. */
export function InvitationPage() {
  const client = useClient();
  const [token] = useState(() => location.hash.slice(1));
  const [invitation, setInvitation] = useState<OpenInvitation>();
  const [unreadable, setUnreadable] = useState<Failure>();
  useEffect(() => {
    const asked = client.send<OpenInvitation>('POST', 'invitations/read', { body: { token } });
    asked.then(({ data }) => setInvitation(data)).catch((error: unknown) => setUnreadable(asFailure(error)));
  }, [client, token]);
  return (
    <SignInFrame title={invitation ? `Join ${invitation.organization}` : 'Invitation'}>
      {unreadable && <FailureNote failure={unreadable} />}
      {!invitation && !unreadable && <Skeleton />}
      {invitation && <Accept invitation={invitation} token={token} />}
      <a href="/console" onClick={() => location.assign(`${prefix}/console`)}>
        Sign in with an account that you have
      </a>
    </SignInFrame>
  );
}

function Accept({ invitation, token }: { readonly invitation: OpenInvitation; readonly token: string }) {
  const { run, isPending, failure } = useAction();
  const [password, setPassword] = useState('');
  const accept = async () => {
    // A new page, so that nothing of an earlier session stays.
    if (await run('POST', 'invitations/accept', { token, password })) location.replace(`${prefix}/console`);
  };
  return (
    <Form onSubmit={accept}>
      <p class="breaks">
        You sign in as <strong>{invitation.email}</strong>. Your role: {capital(invitation.role)}. The invitation ends{' '}
        <Time at={invitation.expires_at} />.
      </p>
      {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
      <input type="email" name="email" value={invitation.email} autocomplete="username" readOnly hidden />
      <NewPassword name="password" label="Choose a password" failure={failure} value={password} onInput={setPassword} />
      <SubmitButton look="primary large" words="Join" isPending={isPending} />
    </Form>
  );
}
