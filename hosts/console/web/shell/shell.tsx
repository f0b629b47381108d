import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Brand } from '../parts/brand.tsx';
import { Icon } from '../parts/icons.tsx';
import { usePlace } from '../session/use-environment.ts';
import type { Environment } from '../words/object-path.ts';
import { Keys } from './keys.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { UserMenu } from './user-menu.tsx';

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { environment } = usePlace();
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const reveal = useCallback(() => setOpen(true), []);
  const search = useRef<HTMLInputElement>(null);
  const toSearch = () => {
    setOpen(true);
    // Once the menu shows it.
    requestAnimationFrame(() => search.current?.focus());
  };
  // A person who follows a link wants to see the page and not the menu.
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    document.documentElement.dataset['environment'] = environment;
  }, [environment]);
  return (
    <div class={`shell ${environment}`}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <p class="band">
          {environment === 'test' ? 'Test data' : 'Live data'}
          <span class="band-more">
            {environment === 'test' ? ' – separate from live data' : ' – changes here reach real customers'}
          </span>
        </p>
        <div class={isOpen ? 'side open' : 'side'}>
          <div class="side-top">
            <Brand />
            <button type="button" class="icon-button menu-button" aria-label="Find" onClick={toSearch}>
              <Icon name="search" />
            </button>
            <button
              type="button"
              class="icon-button menu-button"
              aria-expanded={isOpen}
              aria-controls="side-body"
              aria-label="Menu"
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'cross' : 'menu'} />
            </button>
          </div>
          <EnvironmentSwitch />
          <div class="side-body" id="side-body">
            <OrganizationMenu />
            <SearchBox input={search} reveal={reveal} />
            <Navigation />
            <UserMenu />
          </div>
        </div>
      </header>
      <main id="main" class="main" tabIndex={-1}>
        {children}
      </main>
      <Keys />
    </div>
  );
}

const environments: readonly (readonly [Environment, string])[] = [
  ['test', 'Test'],
  ['live', 'Live'],
];

/** Switches between two separate sets of data; colour, word and position show the current one. */
function EnvironmentSwitch() {
  const { environment } = usePlace();
  const { path } = useLocation();
  return (
    <nav class="environments" aria-label="Environment">
      {environments.map(([name, label]) => (
        <a
          key={name}
          class={name}
          href={otherSide(path, name)}
          {...(name === environment ? { 'aria-current': 'true' as const } : {})}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Returns the same list in the other environment, which lacks the page of a single object. */
function otherSide(path: string, environment: Environment): string {
  const [, page = 'overview'] = /^\/console\/(?:test|live)\/([a-z-]+)/.exec(path) ?? [];
  return `/console/${environment}/${page}`;
}
