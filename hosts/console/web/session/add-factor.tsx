import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { useAction } from '../api/use-action.ts';
import type { BegunFactor, Factor } from '../api/wire.ts';
import { Button, SubmitButton } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { FailureNote, Note } from '../parts/notes.tsx';
import { CurrentPassword } from '../parts/password-fields.tsx';
import { RecoveryCodes } from '../parts/recovery-codes.tsx';
import { agentWords } from '../words/agent-words.ts';
import { useSession } from './session.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Added = Factor & { readonly recovery_codes?: readonly string[] };

/** A member of an organization that requires a second factor can only add one. */
export function AddFactorPage() {
  const { signOut } = useSession();
  return (
    <SignInFrame title="Add a second factor">
      <p>Your organization requires one: beside your password, a code of an app or a passkey.</p>
      <AddFactor />
      <Button words="Sign out" onClick={signOut} />
    </SignInFrame>
  );
}

interface AddFactorProps {
  readonly onDone?: () => void;
  /** Called when recovery codes are shown, which nothing may close but their button. */
  readonly onCodes?: () => void;
}

/** Adds an app or a passkey, in two steps: the password, then the proof that it works. */
export function AddFactor({ onDone, onCodes }: AddFactorProps) {
  const { refresh } = useSession();
  const { run, isPending, failure } = useAction();
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<BegunFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isDeclined, setDeclined] = useState(false);
  const done = async () => {
    await refresh();
    onDone?.();
  };
  const add = async (factor: object) => {
    const answer = await run<Added>('POST', 'session/factors', factor);
    if (!answer) return;
    const { recovery_codes: made } = answer.data;
    if (!made) return done();
    setCodes(made);
    onCodes?.();
  };
  const begin = async (kind: Factor['kind']) => {
    setDeclined(false);
    const answer = await run<BegunFactor>('POST', 'session/factors/begin', { kind, current_password: password });
    if (!answer) return;
    if (kind === 'totp') return setBegun(answer.data);
    const optionsJSON = answer.data.options as unknown as CreationOptions;
    const credential = await startRegistration({ optionsJSON }).catch(() => undefined);
    if (credential) await add({ kind, name: `Passkey of ${agentWords(navigator.userAgent)}`, credential });
    else setDeclined(true);
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={() => void done()} />;
  if (begun?.uri && begun.secret) {
    const proof = (code: string) => ({ kind: 'totp', name: 'Authenticator app', token: begun.token, code });
    return (
      <ScanStep
        uri={begun.uri}
        secret={begun.secret}
        error={failure?.field('code')}
        isPending={isPending}
        onCode={(code) => void add(proof(code))}
      />
    );
  }
  return (
    <Form onSubmit={() => begin('totp')}>
      {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
      {(isDeclined || failure?.field('credential') !== undefined) && (
        <Note tone="warn">
          The browser made no passkey. It needs HTTPS, a host name and a device that can keep one.
        </Note>
      )}
      <CurrentPassword failure={failure} value={password} onInput={setPassword} />
      <span class="row-actions">
        <button type="submit" class="button primary" disabled={isPending}>
          Authenticator app
        </button>
        <Button words="Passkey" isDisabled={isPending || password === ''} onClick={() => begin('passkey')} />
      </span>
    </Form>
  );
}

interface ScanProps {
  readonly uri: string;
  readonly secret: string;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
}

function ScanStep({ uri, secret, error, isPending, onCode }: ScanProps) {
  const [code, setCode] = useState('');
  return (
    <Form onSubmit={() => onCode(code)}>
      <p>
        Scan this with an authenticator app, or <a href={uri}>open it in the app</a> of this device.
      </p>
      <QrCode text={uri} />
      <div class="secret">
        <span class="secret-label">Or type this key into the app</span>
        <code data-secret>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <TextField
        label="Code that the app shows"
        error={error}
        value={code}
        onInput={setCode}
        rest={{ autocomplete: 'one-time-code', inputMode: 'numeric', required: true }}
      />
      <SubmitButton words="Add the app" isPending={isPending} />
    </Form>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text);
  const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code with the key">
      <path d={cells.join('')} />
    </svg>
  );
}
