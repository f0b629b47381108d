import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Note } from '../../parts/notes.tsx';
import { useToast } from '../../parts/toasts.tsx';

export type Credential = 'client_id' | 'client_secret' | 'webhook_signing_key';

const texts: Readonly<Record<Credential, { readonly title: string; readonly text: string }>> = {
  client_id: {
    title: 'Replace the client ID',
    text: 'Another client ID is another app at the provider: it becomes a draft again and is verified anew. Not possible while connections use it.',
  },
  client_secret: {
    title: 'Replace the client secret',
    text: 'The new one serves from the next token refresh on, and is checked at once. Keep the old one alive at the provider until this has passed.',
  },
  webhook_signing_key: {
    title: 'Replace the webhook signing key',
    text: 'Notifications signed with the old key are refused from now on. Afterwards press “Send intent to receive” at the provider.',
  },
};
const labels: Readonly<Record<Credential, string>> = {
  client_id: 'New client ID',
  client_secret: 'New client secret',
  webhook_signing_key: 'New webhook signing key',
};

interface RotateProps {
  readonly app: ProviderApp;
  readonly credential: Credential;
  readonly onClose: () => void;
}

/** Replaces one credential; a new client ID needs its secret, too. */
export function RotateCredential({ app, credential, onClose }: RotateProps) {
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const checking = useAction();
  const [given, setGiven] = useState<Partial<Record<Credential, string>>>({});
  const asked: readonly Credential[] = credential === 'client_id' ? ['client_id', 'client_secret'] : [credential];
  const path = `provider-apps/${app.provider_app_id}`;
  const replace = async () => {
    if (!(await run('PUT', `${path}/credentials`, given))) return;
    toast('Kept; it is checked now');
    await checking.run('POST', `${path}/verify`);
    onClose();
  };
  return (
    <FormDialog
      title={texts[credential].title}
      verb="Replace"
      isPending={isPending || checking.isPending}
      failure={failure?.ofNoField}
      onSubmit={replace}
      onClose={onClose}
    >
      <Note tone={credential === 'client_secret' ? 'info' : 'warn'}>{texts[credential].text}</Note>
      {asked.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          type={name === 'client_id' ? 'text' : 'password'}
          error={failure?.field(name)}
          value={given[name] ?? ''}
          onInput={(value) => setGiven({ ...given, [name]: value })}
          rest={{ required: true, autocomplete: 'off', spellcheck: false, maxLength: 500 }}
        />
      ))}
    </FormDialog>
  );
}
