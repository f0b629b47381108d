import { prefix } from '../../api/prefix.ts';
import type { ApiKey } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { connectLines } from '../../words/agent-key-words.ts';

interface MadeProps {
  readonly title: string;
  readonly made: ApiKey;
  readonly onClose: () => void;
}

/** The secret of a new agent key, once, and how a program connects with it. */
export function MadeAgentKey({ title, made, onClose }: MadeProps) {
  const { secret = null, name } = made;
  const lines = secret === null ? [] : connectLines({ origin: location.origin + prefix, secret, name });
  return (
    <SecretDialog title={title} label="API key" secret={secret} onClose={onClose}>
      {lines.map((line) => (
        <CopyField key={line.label} {...line} />
      ))}
    </SecretDialog>
  );
}
