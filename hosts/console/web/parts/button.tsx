import type { ComponentChildren } from 'preact';

type Look = '' | 'primary' | 'danger' | 'small' | 'large' | 'primary large';

interface ButtonProps {
  readonly words: ComponentChildren;
  readonly look?: Look;
  /** For screen readers, where the words alone say too little. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => unknown;
}

export function Button({ words, look = '', label, isDisabled = false, onClick }: ButtonProps) {
  return (
    <button type="button" class={classOf(look)} aria-label={label} disabled={isDisabled} onClick={() => void onClick()}>
      {words}
    </button>
  );
}

interface SubmitProps extends Pick<ButtonProps, 'words' | 'look'> {
  readonly isPending: boolean;
}

/** Sends the form that it stands in. */
export function SubmitButton({ words, look = 'primary', isPending }: SubmitProps) {
  return (
    <button type="submit" class={classOf(look)} disabled={isPending}>
      {isPending ? 'One moment…' : words}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  words,
  look = '',
  href,
}: Pick<ButtonProps, 'words' | 'look'> & { readonly href: string }) {
  return (
    <a class={classOf(look)} href={href}>
      {words}
    </a>
  );
}

function classOf(look: Look): string {
  return `button ${look}`.trim();
}
