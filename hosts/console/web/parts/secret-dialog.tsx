import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './notes.tsx';

interface SecretProps {
  readonly title: string;
  /** What the secret is called: "Signing secret". */
  readonly label: string;
  /** Null where it was told before and cannot be told again. */
  readonly secret: string | null;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** Shows a secret the one time that it can be shown. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} mustStay>
      <div class="dialog-body">
        {secret === null ? <Gone /> : <Told label={label} secret={secret} />}
        {children}
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button primary" onClick={onClose}>
          I have kept it
        </button>
      </footer>
    </Dialog>
  );
}

function Told({ label, secret }: { readonly label: string; readonly secret: string }) {
  return (
    <>
      <Note tone="warn">
        <p>Copy it now. It is not kept in a form that can be shown again.</p>
      </Note>
      <div class="secret">
        <span class="secret-label">{label}</span>
        <code data-secret>{secret}</code>
        <CopyButton text={secret} label={`Copy the ${label.toLowerCase()}`} wide />
      </div>
    </>
  );
}

/** The answer to the first try was lost on its way; what it made is there. */
function Gone() {
  return (
    <Note tone="warn">
      <p>
        It was made by your first try, whose answer did not arrive. Its secret cannot be shown again: make another one.
      </p>
    </Note>
  );
}
