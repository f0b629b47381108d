import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { prefix } from '../api/prefix.ts';
import type { Found, Search } from '../api/wire.ts';
import { EnvironmentWord } from '../parts/badge.tsx';
import { Icon } from '../parts/icons.tsx';
import { useClient } from '../session/session.tsx';
import { usePlace } from '../session/use-environment.ts';
import { objectPath } from '../words/object-path.ts';
import { placesFor } from '../words/places.ts';
import { withQuery } from '../words/query-state.ts';
import { familyLabel } from '../words/record-summary.ts';
import { isTyping } from './keys.tsx';

const settledMs = 150;

interface SearchBoxProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly reveal: () => void;
}

/**
 * Finds anything while a person types: a combobox by ARIA's pattern, whose list is grouped by kind. The keys `/` and
 * Ctrl+K focus it from each page; `reveal` shows it where the menu hides it.
 */
export function SearchBox({ input, reveal }: SearchBoxProps) {
  const list = useId();
  const { environment, to } = usePlace();
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const { found: stored, isSettled } = useFound(text.trim());
  const found = stored && withPlaces(stored, text.trim(), { environment, to });
  useFocusKeys(input, reveal);
  const items = found?.items ?? [];
  const isShown = isOpen && found !== undefined;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const go = (href: string) => {
    close();
    setText('');
    // A guide is no page of the console.
    if (href.startsWith(`${prefix}/docs`)) globalThis.open(href, '_blank', 'noopener');
    else route(href);
  };
  const press = (event: KeyboardEvent) => {
    const next = isShown || event.key !== 'Escape' ? nextActive(event.key, active, items.length) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    setOpen(event.key !== 'Escape');
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const wanted = text.trim();
    const chosen = items[Math.max(active, 0)];
    if (wanted === '') return;
    if (chosen && (isSettled || active >= 0)) return go(chosen.href);
    go(objectPath(environment, wanted) ?? withQuery(to('connections'), { q: wanted }));
  };
  return (
    <search>
      <form class="search-box" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={input}
          class="input"
          type="text"
          role="combobox"
          aria-label="Search customers, records, ids, pages and acts"
          aria-autocomplete="list"
          aria-expanded={isShown && items.length > 0}
          aria-controls={list}
          aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
          placeholder="Search…"
          value={text}
          maxLength={100}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onKeyDown={press}
        />
        <kbd>/</kbd>
        <Results list={list} found={isShown ? found : undefined} active={active} go={go} />
      </form>
    </search>
  );
}

/** Adds pages, acts, types of events and errors to what the service found; exact records and ids stay first. */
function withPlaces(
  found: Search,
  text: string,
  { environment, to }: Pick<ReturnType<typeof usePlace>, 'environment' | 'to'>,
): Search {
  const hrefs = {
    environment: to,
    organization: (page: string) => `/console/${page}`,
    guides: (page: string) => `${prefix}/docs${page === '' ? '' : `/${page}`}`,
  };
  const places = placesFor(text).map(({ of, page, ...place }) => {
    const href = hrefs[of](page);
    return { ...place, id: `${place.kind} ${place.title}`, environment, href };
  });
  return { ...found, items: [...found.items, ...places] };
}

/** Returns which result the key chooses: -1 for none, undefined for a key that does not choose. */
function nextActive(key: string, active: number, count: number): number | undefined {
  if (key === 'Escape') return -1;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  return key === 'ArrowUp' ? (Math.max(active, 0) - 1 + count) % count : undefined;
}

interface ResultsProps {
  /** The id of the list; the ids of its results begin with it. */
  readonly list: string;
  readonly found: Search | undefined;
  readonly active: number;
  readonly go: (href: string) => void;
}

/** Keeps the focus in the input, which hears the keys. */
function Results({ list, found, active, go }: ResultsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { environment } = usePlace();
  useEffect(() => {
    if (active >= 0) panel.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div class="found" ref={panel} hidden={!found}>
      <div role="listbox" id={list} aria-label="Results">
        {groupsOf(found?.items ?? []).map(([kind, members]) => (
          <fieldset key={kind}>
            <legend class="found-kind">{labelOf(kind)}</legend>
            {members.map(({ item, at }) => (
              <a
                key={item.id}
                id={`${list}-${at}`}
                role="option"
                class="found-item"
                aria-selected={at === active}
                tabIndex={-1}
                href={item.href}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  go(item.href);
                }}
              >
                {item.title} {item.environment !== environment && <EnvironmentWord environment={item.environment} />}
                <span class="found-about">{item.subtitle}</span>
              </a>
            ))}
          </fieldset>
        ))}
      </div>
      <p class="found-note" role="status">
        {found && noteOf(found)}
      </p>
    </div>
  );
}

/** Searches `settledMs` after the last key. Until the new answer arrives, the earlier one stays. */
function useFound(text: string): { readonly found: Search | undefined; readonly isSettled: boolean } {
  const client = useClient();
  const { api } = usePlace();
  const path = text.length < 2 ? undefined : withQuery(api('search'), { q: text });
  const [shown, setShown] = useState<{ readonly path: string; readonly found: Search | undefined }>();
  useEffect(() => {
    if (path === undefined) return undefined;
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = await client.get<Search>(path).catch(() => undefined);
      if (!isStale) setShown({ path, found: answer?.data });
    }, settledMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [client, path]);
  return { found: path === undefined ? undefined : shown?.found, isSettled: shown?.path === path };
}

function useFocusKeys(input: RefObject<HTMLInputElement | null>, reveal: () => void): void {
  // Keys may come as soon as the box shows.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey;
      const isAsked = isModified ? event.key.toLowerCase() === 'k' : event.key === '/' && !isTyping(event.target);
      if (!isAsked || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      reveal();
      input.current?.select();
      // Where the menu hid it, it takes the focus once it shows. Elsewhere that would select what was typed meanwhile.
      if (document.activeElement !== input.current) requestAnimationFrame(() => input.current?.select());
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [input, reveal]);
}

type Numbered = { readonly item: Found; readonly at: number };

function groupsOf(items: readonly Found[]): readonly (readonly [kind: string, members: readonly Numbered[]])[] {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const numbered = items.map((item, at) => ({ item, at }));
  return kinds.map((kind) => [kind, numbered.filter(({ item }) => item.kind === kind)]);
}

const labels: Readonly<Record<string, string>> = {
  webhook_endpoints: 'Webhook endpoints',
  webhook_deliveries: 'Deliveries',
  provider_apps: 'Provider apps',
  api_keys: 'API keys',
  connect_sessions: 'Connect links',
  audit: 'Audit log',
  event_types: 'Types of events',
};

function labelOf(kind: string): string {
  const label = labels[kind] ?? familyLabel(kind);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function noteOf({ items, unsearched_connections: unsearched }: Search): string {
  const count = items.length === 0 ? 'Nothing found.' : items.length === 1 ? '1 result.' : `${items.length} results.`;
  if (unsearched === 0) return count;
  return `${count} ${unsearched === 1 ? '1 connection stores' : `${unsearched} connections store`} no records, so theirs are not searched.`;
}
