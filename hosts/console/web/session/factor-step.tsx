import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/fields.tsx';
import { Form } from '../parts/form.tsx';
import { FailureNote, Note } from '../parts/notes.tsx';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Sign-in's answer when the password was right and a second factor is needed. */
export interface FactorNeeded {
  readonly kinds: readonly ('totp' | 'passkey')[];
  readonly options: Options | null;
}

export interface Proof {
  readonly code?: string;
  readonly credential?: object;
}

interface FactorStepProps {
  readonly needed: FactorNeeded;
  readonly isPending: boolean;
  readonly failure: Failure | undefined;
  readonly prove: (proof: Proof) => void;
  /** Asks anew, because each request to a passkey is answered once. */
  readonly renew: () => Promise<FactorNeeded | undefined>;
  readonly back: () => void;
}

/** Asks for the second factor after the password. */
export function FactorStep({ needed, isPending, failure, prove, renew, back }: FactorStepProps) {
  const { kinds, options } = needed;
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const [isDeclined, setDeclined] = useState(false);
  const byPasskey = async () => {
    setDeclined(false);
    const optionsJSON = isTried ? (await renew())?.options : options;
    setTried(true);
    if (!optionsJSON) return;
    const credential = await startAuthentication({ optionsJSON }).catch(() => undefined);
    if (credential) prove({ credential });
    else setDeclined(true);
  };
  const hasApp = kinds.includes('totp');
  return (
    <Form onSubmit={() => prove({ code })}>
      {failure && failure.field('code') === undefined && <FailureNote failure={failure} />}
      {isDeclined && <Note tone="warn">The browser gave no answer of a passkey. Try again, or use a code.</Note>}
      {options && <Button look="primary large" words="Use a passkey" isDisabled={isPending} onClick={byPasskey} />}
      <TextField
        label={hasApp ? 'Code of your app, or a recovery code' : 'Recovery code'}
        hint={hasApp ? 'The app shows a new code every 30 seconds; each works once.' : 'Each works once.'}
        error={failure?.field('code')}
        value={code}
        onInput={setCode}
        rest={{ autocomplete: 'one-time-code', spellcheck: false, name: 'code', required: true }}
      />
      <button type="submit" class={options ? 'button large' : 'button primary large'} disabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </button>
      <Button words="Back" isDisabled={isPending} onClick={back} />
      <p class="quiet">Device and recovery codes lost? An owner of your organization can remove your second factor.</p>
    </Form>
  );
}
