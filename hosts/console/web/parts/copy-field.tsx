import { CopyButton } from './copy-button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly hint?: string;
}

/** Shows a whole text to copy. */
export function CopyField({ label, text, hint }: CopyFieldProps) {
  return (
    <div class="secret">
      <span class="secret-label">{label}</span>
      <code>{text}</code>
      <CopyButton text={text} label={`Copy: ${label}`} wide />
      {hint !== undefined && <span class="secret-label">{hint}</span>}
    </div>
  );
}
