import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Note } from './notes.tsx';

interface SecretProps {
  readonly title: string;
  /** What the secret is called: "Signing secret". */
  readonly label: string;
  readonly secret: string;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** Shows a secret the one time that it can be shown. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretProps) {
  return (
    <Dialog title={title} onClose={onClose} mustStay>
      <div class="dialog-body">
        <Note tone="warn">
          <p>Copy it now. It is not kept in a form that can be shown again.</p>
        </Note>
        <div class="secret">
          <span class="secret-label">{label}</span>
          <code data-secret>{secret}</code>
          <CopyButton text={secret} label={`Copy the ${label.toLowerCase()}`} wide />
        </div>
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
