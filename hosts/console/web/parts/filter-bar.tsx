import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { List } from '../api/use-list.ts';
import { useZone } from '../session/use-zone.ts';
import { periodNames, periodStart } from '../words/query-state.ts';
import { instantOf, zonedInput } from '../words/zoned-time.ts';
import { rowsId } from './pager.tsx';

/** On a narrow page only the filters that are set are in view, and a button for the others. */
export function FilterBar({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search class={isOpen ? 'filters open' : 'filters'} aria-label="Filters">
      <a class="skip" href={`#${rowsId}`}>
        Skip to the rows
      </a>
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

/** A switch; the address has `checked` while it is on. */
export function FilterCheck({ label, value, checked, onChange }: FilterProps & { readonly checked: string }) {
  return (
    <label class="filter check">
      <input
        type="checkbox"
        class={value === checked ? 'set' : ''}
        checked={value === checked}
        onChange={(event) => onChange(event.currentTarget.checked ? checked : undefined)}
      />
      <span>{label}</span>
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
function useSettled({ value = '', onChange }: Pick<FilterProps, 'value' | 'onChange'>) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim() || undefined), settledMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return {
    value: text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
  };
}

export function FilterText({ label, ...rest }: FilterProps) {
  return (
    <label class="filter grow">
      <span class="hidden">{label}</span>
      <input
        class={rest.value ? 'input set' : 'input'}
        type="search"
        placeholder={label}
        spellcheck={false}
        {...useSettled(rest)}
      />
    </label>
  );
}

/** Periods up to now, or from and until a time of the zone that all times are in; the address has instants. */
export function FilterTime({
  label,
  list: { filters, filter },
}: {
  readonly label: string;
  readonly list: List<unknown>;
}) {
  const { zone } = useZone();
  const { period, from, until } = filters;
  const isSpan = from !== undefined || until !== undefined;
  const choose = (chosen: string | undefined) => {
    const span = { from: periodStart(period ?? '24h', new Date()), period: undefined };
    filter(chosen === 'span' ? span : { period: chosen, from: undefined, until: undefined });
  };
  // The last of the two stays, because a person may only be changing it.
  const instant = (name: 'from' | 'until', other: string | undefined, words: string) => (
    <FilterInstant
      label={`${words} (${zone})`}
      value={filters[name]}
      onChange={(at) => (at ?? other) !== undefined && filter({ [name]: at })}
    />
  );
  return (
    <>
      <FilterSelect
        label={label}
        any="Any time"
        value={isSpan ? 'span' : period}
        options={[...periodNames.map((name) => [name, `Last ${name}`] as const), ['span', 'From – until…']]}
        onChange={choose}
      />
      {isSpan && instant('from', until, 'From')}
      {isSpan && instant('until', from, 'Until')}
    </>
  );
}

interface CustomerFilterProps {
  readonly list: {
    readonly filters: Readonly<Record<string, string | undefined>>;
    filter(changes: Readonly<Record<string, string | undefined>>): void;
  };
}

/** One field for a customer or one connection of it: a connection's id shows itself by its form. */
export function FilterCustomer({ list: { filters, filter } }: CustomerFilterProps) {
  return (
    <FilterText
      label="Customer or connection id"
      value={filters['external_account_id'] ?? filters['connection_id']}
      onChange={(value) => {
        const isOne = value?.startsWith('conn_');
        filter({ connection_id: isOne ? value : undefined, external_account_id: isOne ? undefined : value });
      }}
    />
  );
}

function FilterInstant({ label, value, onChange }: FilterProps) {
  const { zone } = useZone();
  const at = new Date(value ?? '');
  const input = useSettled({
    value: Number.isNaN(at.getTime()) ? '' : zonedInput(at, zone),
    onChange: (text) => onChange(instantOf(text ?? '', zone)?.toISOString()),
  });
  return (
    <label class="filter day">
      <span class="quiet">{label}</span>
      <input class={value === undefined ? 'input' : 'input set'} type="datetime-local" {...input} />
    </label>
  );
}
