import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { useToast } from './toasts.tsx';

const shownMs = 1_500;

interface CopyButtonProps {
  readonly text: string;
  /** For screen readers, such as "Copy the signing secret". */
  readonly label: string;
  /** Shows the word beside the icon. */
  readonly wide?: boolean;
}

export function CopyButton({ text, label, wide = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    const done = await copied(text);
    toast(done ? 'Copied' : 'The browser did not allow copying; mark the text and copy it by hand');
    setCopied(done);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <button
      type="button"
      class={wide ? 'button small' : 'icon-button'}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {wide && <span>{isCopied ? 'Copied' : 'Copy'}</span>}
    </button>
  );
}

/** Over plain HTTP a page has no clipboard. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
