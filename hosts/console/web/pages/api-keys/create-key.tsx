import { useState } from 'preact/hooks';
import { prefix } from '../../api/prefix.ts';
import { useAction } from '../../api/use-action.ts';
import type { ApiKey } from '../../api/wire.ts';
import { DialogButtons } from '../../parts/confirm-dialog.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FailureNote, Note } from '../../parts/notes.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { curlLine } from '../../words/curl-line.ts';
import type { Environment } from '../../words/object-path.ts';

interface CreateKeyProps {
  readonly environment: Environment;
  readonly onClose: () => void;
}

/** Creates a key and shows its secret this once, with a command that tries it. */
export function CreateKey({ environment, onClose }: CreateKeyProps) {
  const { run, isPending, failure } = useAction();
  const [name, setName] = useState('');
  const [made, setMade] = useState<ApiKey>();
  const create = async () => {
    const answer = await run<ApiKey>('POST', 'api-keys', { environment, name });
    if (answer) setMade(answer.data);
  };
  if (made) {
    const { secret = null } = made;
    return (
      <SecretDialog title={`The ${environment} key is created`} label="API key" secret={secret} onClose={onClose}>
        {secret !== null && <CopyField label="Try it in a shell" text={curlLine(location.origin + prefix, secret)} />}
      </SecretDialog>
    );
  }
  return (
    <Dialog title={`Create a ${environment} key`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="dialog-body">
          {environment === 'live' && (
            <Note tone="warn">
              <p>Whoever holds this key reads and writes the books of live customers.</p>
            </Note>
          )}
          <TextField
            label="Name"
            hint="What will use it, so that you know it again: “billing server”."
            error={failure?.field('name')}
            value={name}
            onInput={setName}
            rest={{ required: true, maxLength: 100, autocomplete: 'off' }}
          />
          {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
        </div>
        <DialogButtons verb="Create key" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
