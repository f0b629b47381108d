import { useId, useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.ts';
import type { Connection, Items } from '../api/wire.ts';
import type { Environment } from '../words/object-path.ts';
import { withQuery } from '../words/query-state.ts';
import { Icon } from './icons.tsx';

export type Picked = Pick<Connection, 'connection_id' | 'provider_tenant_name' | 'external_account_id'>;

interface ConnectionPickerProps {
  readonly environment: Environment;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly picked: readonly Picked[];
  readonly onChange: (picked: readonly Picked[]) => void;
}

const shownMost = 6;

const nameOf = ({ provider_tenant_name: name, external_account_id: customer }: Picked): string => name ?? customer;

/** Picks connections by the names of organizations and customers, or by their ids. */
export function ConnectionPicker({ environment, label, hint, error, picked, onChange }: ConnectionPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const path = withQuery(`${environment}/connections`, {
    q: text.trim().length < 2 ? undefined : text.trim(),
    limit: '25',
  });
  const { data, meta } = useLoad<Items<Connection>>(isOpen ? path : undefined, { once: true });
  const isPicked = (one: Picked) => picked.some(({ connection_id }) => connection_id === one.connection_id);
  const others = data?.items.filter((one) => one.status !== 'disconnected' && !isPicked(one)) ?? [];
  const left = others.length > shownMost || Boolean(meta?.next_cursor);
  return (
    <fieldset class={error === undefined ? 'field' : 'field wrong'}>
      <legend class="hidden">{label}</legend>
      <label for={id}>{label}</label>
      {picked.length > 0 && (
        <ul class="picked">
          {picked.map((one) => (
            <li key={one.connection_id}>
              <span class="cut" title={one.connection_id}>
                {nameOf(one)}
              </span>
              <button
                type="button"
                class="icon-button"
                aria-label={`Leave out ${nameOf(one)}`}
                onClick={() => onChange(picked.filter((other) => other !== one))}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        type="text"
        placeholder="Find by organization, customer or id…"
        value={text}
        maxLength={100}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        onFocus={() => setOpen(true)}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form is sent by its button.
          event.preventDefault();
          const [only] = others;
          if (only && others.length === 1) onChange([...picked, only]);
        }}
      />
      {isOpen && (
        <div class="choices">
          {others.slice(0, shownMost).map((one) => (
            <button key={one.connection_id} type="button" class="menu-item" onClick={() => onChange([...picked, one])}>
              <span class="cut two">
                {nameOf(one)} <span class="quiet">{one.external_account_id}</span>
              </span>
            </button>
          ))}
          <p class="hint" role="status">
            {data && others.length === 0 && 'No other connection is found.'}
            {left && others.length > 0 && 'There are more: type a part of the name.'}
          </p>
        </div>
      )}
      <p id={`${id}-hint`} class={error === undefined ? 'hint' : 'hint bad'}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
