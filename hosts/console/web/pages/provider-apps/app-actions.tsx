import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { ConfirmDialog, DialogButtons } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';

/** Another name, and which app new connections use. */
export function AppActions({ app }: { readonly app: ProviderApp }) {
  const may = useMay('operate');
  const [asked, setAsked] = useState<'rename' | 'default'>();
  if (!may) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      <button type="button" class="button" onClick={() => setAsked('rename')}>
        Rename…
      </button>
      {!app.is_default && (
        <button type="button" class="button" onClick={() => setAsked('default')}>
          Make default…
        </button>
      )}
      {asked === 'rename' && <Rename app={app} onClose={close} />}
      {asked === 'default' && <MakeDefault app={app} onClose={close} />}
    </>
  );
}

interface AskProps {
  readonly app: ProviderApp;
  readonly onClose: () => void;
}

function Rename({ app, onClose }: AskProps) {
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [name, setName] = useState(app.name);
  const rename = async () => {
    if (!(await run('PATCH', `provider-apps/${app.provider_app_id}`, { name }))) return;
    toast('Renamed');
    onClose();
  };
  return (
    <Dialog title="Rename this app" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <div class="dialog-body">
          <TextField
            label="Name"
            error={failure?.field('name')}
            value={name}
            onInput={setName}
            rest={{ required: true, maxLength: 100, autocomplete: 'off' }}
          />
          {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
        </div>
        <DialogButtons verb="Rename" isPending={isPending} isReady={name.trim() !== ''} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function MakeDefault({ app, onClose }: AskProps) {
  const toast = useToast();
  const action = useAction();
  const confirm = async () => {
    if (!(await action.run('PATCH', `provider-apps/${app.provider_app_id}`, { make_default: true }))) return;
    toast(`“${app.name}” is the default`);
    onClose();
  };
  return (
    <ConfirmDialog
      title="Make this the default?"
      verb="Make default"
      typed={app.environment === 'live' ? 'live' : undefined}
      isPending={action.isPending}
      failure={action.failure}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>New connections go through “{app.name}” from now on. Connections that exist stay with their app.</p>
    </ConfirmDialog>
  );
}
