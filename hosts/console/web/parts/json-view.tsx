import { jsonTokens } from '../words/json-tokens.ts';
import { CopyButton } from './copy-button.tsx';

/** The keyboard must reach what scrolls. */
const reachable = { tabIndex: 0 };

interface JsonViewProps {
  /** Such as "Input". */
  readonly label: string;
  readonly value: unknown;
}

/** Shows a document; a long one scrolls, also by keyboard. */
export function JsonView({ label, value }: JsonViewProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <section class="json" aria-label={label}>
      <header class="json-head">
        <h3>{label}</h3>
        <CopyButton text={text ?? ''} label={`Copy ${label.toLowerCase()}`} />
      </header>

      <pre {...reachable}>
        {typeof value === 'string'
          ? value
          : jsonTokens(value).map(({ kind, text: piece }, i) => (
              // Pieces of a document never change places, so their index is a good key.
              <span key={`${i}`} class={`json-${kind}`}>
                {piece}
              </span>
            ))}
      </pre>
    </section>
  );
}
