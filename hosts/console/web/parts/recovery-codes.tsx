import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Note } from './notes.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <div class="stack">
      <Note tone="warn">
        Save these recovery codes now; they cannot be shown again. Each signs you in once without your device.
      </Note>
      <div class="secret">
        <span class="secret-label">Recovery codes</span>
        <ul class="codes" data-codes>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} label="Copy the recovery codes" wide />
      </div>
      <Button look="primary" words="I have saved them" onClick={onClose} />
    </div>
  );
}
