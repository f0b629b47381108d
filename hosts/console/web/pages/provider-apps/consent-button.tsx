import { useState } from 'preact/hooks';
import type { Action } from '../../api/use-action.ts';
import type { Consent, ProviderApp } from '../../api/wire.ts';
import { Icon } from '../../parts/icons.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { inWords } from '../../words/refusal-words.ts';

interface ConsentButtonProps {
  readonly app: ProviderApp;
  readonly action: Action;
  readonly isAgain: boolean;
}

/** Opens the provider's consent in a new tab; where the browser blocks tabs, a link appears. */
export function ConsentButton({ app, action, isAgain }: ConsentButtonProps) {
  const [begun, setBegun] = useState<Consent>();
  const begin = async () => {
    // A browser opens tabs only while it handles the click; the tab's URL comes later.
    const tab = window.open('', '_blank');
    const answer = await action.run<Consent>('POST', `provider-apps/${app.provider_app_id}/consent`);
    if (!answer) return tab?.close();
    setBegun(answer.data);
    if (!tab) return undefined;
    tab.opener = null;
    tab.location.replace(answer.data.consent_url);
    return undefined;
  };
  const failure = inWords(action.failure);
  return (
    <div class="stack">
      <p>
        <button
          type="button"
          class={isAgain ? 'button' : 'button primary'}
          disabled={action.isPending}
          onClick={() => void begin()}
        >
          <Icon name="outside" />
          {isAgain || begun ? 'Consent again' : 'Open the consent'}
        </button>
      </p>
      {begun && !isAgain && (
        <p class="quiet">
          Waiting for you to come back from the provider. No new tab?{' '}
          <a href={begun.consent_url} target="_blank" rel="noopener noreferrer">
            Open it here
          </a>
          ; the link works once and ends <Time at={begun.expires_at} />.
        </p>
      )}
      {failure && <FailureNote failure={failure} />}
    </div>
  );
}
