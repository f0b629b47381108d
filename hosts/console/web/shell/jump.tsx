import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icons.tsx';
import { usePlace } from '../session/use-environment.ts';
import { objectPath } from '../words/object-path.ts';
import { withQuery } from '../words/query-state.ts';

/** Opens the page of an id from a log or e-mail; searches connections for any other text. The key `/` focuses it. */
export function Jump() {
  const input = useRef<HTMLInputElement>(null);
  const { environment, to } = usePlace();
  const { route } = useLocation();
  const [text, setText] = useState('');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <search>
      <form
        class="jump"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          route(objectPath(environment, text) ?? withQuery(to('connections'), { q: text.trim() }));
          setText('');
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          class="input"
          type="search"
          aria-label="Go to an id, or find a connection"
          placeholder="Id or customer…"
          value={text}
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
}
