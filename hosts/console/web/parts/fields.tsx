import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FieldFrame {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

/** A labelled control; its hint and its error are linked to it for screen readers. */
export function Field({
  label,
  hint,
  error,
  control,
}: FieldFrame & { readonly control: (wiring: Wiring) => ComponentChildren }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const hasHint = hint !== undefined || error !== undefined;
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {control({
        id,
        ...(hasHint ? { 'aria-describedby': hintId } : {}),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hasHint && (
        <p id={hintId} class={error === undefined ? 'hint' : 'hint bad'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldFrame {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'datetime-local' | 'date';
  readonly rest?: undefined | JSX.IntrinsicElements['input'];
}

export function TextField({ label, hint, error, value, onInput, type = 'text', rest }: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      control={(wiring) => <Input {...{ wiring, type, value, onInput, rest }} />}
    />
  );
}

/** A password, which can be looked at while it is typed. */
export function PasswordField({ value, onInput, rest, ...frame }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  const type = isShown ? 'text' : 'password';
  const own = { ...rest, autocapitalize: 'none', spellcheck: false } as JSX.IntrinsicElements['input'];
  return (
    <Field
      {...frame}
      control={(wiring) => (
        <div class="typed">
          <Input {...{ wiring, type, value, onInput }} rest={own} />
          <button
            type="button"
            class="button"
            aria-pressed={isShown}
            aria-controls={wiring.id}
            aria-label="Show what is typed"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    />
  );
}

type InputProps = Pick<TextFieldProps, 'type' | 'value' | 'onInput' | 'rest'> & { readonly wiring: Wiring };

function Input({ wiring, type, value, onInput, rest }: InputProps) {
  const attributes = { ...rest, ...wiring, type, value, class: 'input' } as JSX.IntrinsicElements['input'];
  return <input {...attributes} onInput={(event) => onInput(event.currentTarget.value)} />;
}

interface ChoiceProps extends FieldFrame {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, hint, error, value, options, onChange }: ChoiceProps) {
  return (
    <Field
      label={label}
      hint={hint}
      {...(error === undefined ? {} : { error })}
      control={(wiring) => (
        <select {...wiring} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  );
}

interface ChecksProps {
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: ComponentChildren }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly error?: string | undefined;
}

export function Checks({ legend, options, chosen, onChange, error }: ChecksProps) {
  const turn = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <fieldset class={error === undefined ? 'checks' : 'checks wrong'}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => turn(value, event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
      {error !== undefined && <p class="hint bad">{error}</p>}
    </fieldset>
  );
}

interface RadiosProps<T extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  readonly chosen: T;
  readonly onChange: (chosen: T) => void;
}

/** One of a few choices, each with what it means. */
export function Radios<T extends string>({ legend, options, chosen, onChange }: RadiosProps<T>) {
  const name = useId();
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} class="check">
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChange(value)} />
          <span>
            {label}
            {hint !== undefined && <span class="quiet row-under">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
