import { useState } from 'preact/hooks';
import { prefix } from '../../api/prefix.ts';
import { useAction } from '../../api/use-action.ts';
import type { ApiKey } from '../../api/wire.ts';
import { FormDialog } from '../../parts/confirm-dialog.tsx';
import { ConnectionPicker, type Picked } from '../../parts/connection-picker.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Checks, SelectField, TextField } from '../../parts/fields.tsx';
import { Note } from '../../parts/notes.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { keyScopes, scopeWords, usualScopes } from '../../words/key-words.ts';
import type { Environment } from '../../words/object-path.ts';
import { MadeAgentKey } from './agent-key-made.tsx';

interface CreateKeyProps {
  readonly environment: Environment;
  readonly onClose: () => void;
}

const dayMs = 86_400_000;
const lives = [
  { value: '', label: 'Does not expire' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** Creates a key and shows its secret this once, with a command that tries it. */
export function CreateKey({ environment, onClose }: CreateKeyProps) {
  const { run, isPending, failure } = useAction();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(usualScopes);
  const [days, setDays] = useState('');
  const [connections, setConnections] = useState<readonly Picked[]>([]);
  const [made, setMade] = useState<ApiKey>();
  // The end is fixed with the choice, because a second try must be the same request.
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const setLife = (value: string) => {
    setDays(value);
    setExpiresAt(value === '' ? null : new Date(Date.now() + Number(value) * dayMs).toISOString());
  };
  const create = async () => {
    const ids = connections.map(({ connection_id: id }) => id);
    const rights = { scopes, expires_at: expiresAt, connection_ids: ids.length === 0 ? null : ids };
    const answer = await run<ApiKey>('POST', 'api-keys', { environment, name, ...rights });
    if (answer) setMade(answer.data);
  };
  if (made) return <MadeKey title={`The ${environment} key is created`} made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={`Create a ${environment} key`}
      verb="Create key"
      isPending={isPending}
      failure={failure?.ofNoField}
      onSubmit={create}
      onClose={onClose}
    >
      {environment === 'live' && <Note tone="warn">Whoever holds this key reaches the books of live customers.</Note>}
      <TextField
        label="Name"
        hint="What will use it, so that you know it again: “billing server”."
        error={failure?.field('name')}
        value={name}
        onInput={setName}
        rest={{ required: true, maxLength: 100, autocomplete: 'off' }}
      />
      <Checks
        legend="May"
        options={keyScopes.map((value) => ({ value, label: scopeWords[value] }))}
        chosen={scopes}
        onChange={setScopes}
        error={failure?.field('scopes')}
      />
      <SelectField
        label="Expires"
        value={days}
        options={lives}
        onChange={setLife}
        error={failure?.field('expires_at')}
      />
      <ConnectionPicker
        environment={environment}
        label="Only for these connections"
        hint="None chosen: for all, also those to come."
        error={failure?.field('connection_ids')}
        picked={connections}
        onChange={setConnections}
      />
    </FormDialog>
  );
}

interface MadeProps {
  readonly title: string;
  readonly made: ApiKey;
  readonly onClose: () => void;
}

export function MadeKey({ title, made, onClose }: MadeProps) {
  const { secret = null } = made;
  if (made.kind === 'agent') return <MadeAgentKey title={title} made={made} onClose={onClose} />;
  return (
    <SecretDialog title={title} label="API key" secret={secret} onClose={onClose}>
      {secret !== null && <CopyField label="Try it in a shell" text={curlLine(location.origin + prefix, secret)} />}
    </SecretDialog>
  );
}

/** Returns a shell command that tries a key. */
function curlLine(origin: string, secret: string): string {
  return `curl ${origin}/v1/connections -H 'Authorization: Bearer ${secret}'`;
}
