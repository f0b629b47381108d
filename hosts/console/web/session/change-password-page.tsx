import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { Button, SubmitButton } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { FailureNote } from '../parts/notes.tsx';
import { CurrentPassword, NewPassword } from '../parts/password-fields.tsx';
import { useToast } from '../parts/toasts.tsx';
import { useSession } from './session.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** A member with a temporary password can only change it. */
export function ChangePasswordPage() {
  const { signOut } = useSession();
  return (
    <SignInFrame title="Choose your own password">
      <p>The password that you were given is temporary. Choose one that only you know to go on.</p>
      <PasswordForm />
      <Button words="Sign out" onClick={signOut} />
    </SignInFrame>
  );
}

/** The account page uses it, too. */
export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const { refresh } = useSession();
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = async () => {
    const done = await run('PUT', 'session/password', { current_password: current, new_password: next });
    if (!done) return;
    toast('Password changed; your other sessions have ended');
    await refresh();
    onDone?.();
  };
  return (
    <Form onSubmit={change}>
      {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
      <CurrentPassword label="Current password" failure={failure} value={current} onInput={setCurrent} />
      <NewPassword name="new_password" label="New password" failure={failure} value={next} onInput={setNext} />
      <SubmitButton words="Change password" isPending={isPending} />
    </Form>
  );
}
