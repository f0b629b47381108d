import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** On a narrow page only the filters that are set are in view, and a button for the others. */
export function FilterBar({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search class={isOpen ? 'filters open' : 'filters'} aria-label="Filters">
      <button type="button" class="button unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      {children}
    </search>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

interface FilterSelectProps extends FilterProps {
  readonly any: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function FilterSelect({ label, value = '', any, options, onChange }: FilterSelectProps) {
  return (
    <label class="filter">
      <span class="hidden">{label}</span>
      <select
        class={value === '' ? 'input' : 'input set'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{any}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A day, or the first or last day of a range. */
export function FilterDay({ label, value = '', onChange }: FilterProps) {
  return (
    <label class="filter day">
      <span class="quiet">{label}</span>
      <input
        class={value === '' ? 'input' : 'input set'}
        type="date"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    </label>
  );
}

const settledMs = 350;

/** A text that filters after one has stopped typing. */
export function FilterText({ label, value = '', onChange }: FilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim() || undefined), settledMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label class="filter grow">
      <span class="hidden">{label}</span>
      <input
        class={value === '' ? 'input' : 'input set'}
        type="search"
        placeholder={label}
        value={text}
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </label>
  );
}
