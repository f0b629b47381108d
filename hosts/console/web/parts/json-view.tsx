import { jsonTokens } from '../words/json-tokens.ts';
import { CopyButton } from './copy-button.tsx';

/** What scrolls must be reached by keyboard. */
const reachable = { tabIndex: 0 };

interface JsonViewProps {
  /** What it is: "Input". */
  readonly label: string;
  readonly value: unknown;
}

/** A document as it is; long ones scroll inside, also by keyboard. */
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
              // A document does not change its order: its pieces have no better names.
              <span key={`${i}`} class={`json-${kind}`}>
                {piece}
              </span>
            ))}
      </pre>
    </section>
  );
}
