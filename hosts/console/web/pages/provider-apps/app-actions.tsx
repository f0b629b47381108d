import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../../parts/confirm-dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';

/** Changes the app's name or limit, or makes it the app of new connections. */
export function AppActions({ app }: { readonly app: ProviderApp }) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<'edit' | 'default'>();
  if (!may) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      <Button words="Edit…" onClick={() => setAsked('edit')} />
      {!app.is_default && <Button words="Make default…" onClick={() => setAsked('default')} />}
      {asked === 'edit' && <Edit app={app} onClose={close} />}
      {asked === 'default' && <MakeDefault app={app} onClose={close} />}
    </>
  );
}

interface AskProps {
  readonly app: ProviderApp;
  readonly onClose: () => void;
}

function Edit({ app, onClose }: AskProps) {
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [name, setName] = useState(app.name);
  const [limit, setLimit] = useState(String(app.daily_call_limit ?? ''));
  const save = async () => {
    const daily_call_limit = limit.trim() === '' ? null : Number(limit);
    if (!(await run('PATCH', `provider-apps/${app.provider_app_id}`, { name, daily_call_limit }))) return;
    toast('Saved');
    onClose();
  };
  return (
    <FormDialog
      title="Edit this app"
      verb="Save"
      isReady={name.trim() !== ''}
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        error={failure?.field('name')}
        value={name}
        onInput={setName}
        rest={{ required: true, maxLength: 100, autocomplete: 'off' }}
      />
      <TextField
        label="Calls a day for each organization"
        hint="Empty for what the provider allows. Its smallest tier allows 1,000."
        error={failure?.field('daily_call_limit')}
        value={limit}
        onInput={setLimit}
        rest={{ inputMode: 'numeric', pattern: ' *[0-9]{0,7} *', autocomplete: 'off' }}
      />
    </FormDialog>
  );
}

function MakeDefault({ app, onClose }: AskProps) {
  return (
    <ConfirmDialog
      title="Make this the default?"
      verb="Make default"
      typed={app.environment === 'live' ? 'live' : undefined}
      act={(run) => run('PATCH', `provider-apps/${app.provider_app_id}`, { make_default: true })}
      said={`“${app.name}” is the default`}
      onClose={onClose}
    >
      <p>New connections go through “{app.name}” from now on. Connections that exist stay with their app.</p>
    </ConfirmDialog>
  );
}
