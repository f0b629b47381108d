import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './notes.tsx';

interface SecretProps {
  readonly title: string;
  /** Such as "Signing secret". */
  readonly label: string;
  /** Null where an earlier answer showed the secret, which cannot be shown again. */
  readonly secret: string | null;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** Shows a secret once; it cannot be shown again. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} mustStay>
      <div class="dialog-body">
        {secret === null ? <Gone /> : <Secret label={label} secret={secret} />}
        {children}
      </div>
      <footer class="dialog-foot">
        <Button look="primary" words="I have saved it" onClick={onClose} />
      </footer>
    </Dialog>
  );
}

function Secret({ label, secret }: { readonly label: string; readonly secret: string }) {
  return (
    <>
      <Note tone="warn">Copy it now. It cannot be shown again.</Note>
      <div class="secret">
        <span class="secret-label">{label}</span>
        <code data-secret>{secret}</code>
        <CopyButton text={secret} label={`Copy the ${label.toLowerCase()}`} wide />
      </div>
    </>
  );
}

/** The answer to the first try was lost, but what it created exists. */
function Gone() {
  return (
    <Note tone="warn">
      Your first try created it, but its answer did not arrive. The secret cannot be shown again: create another one.
    </Note>
  );
}
