import { useLocation } from 'preact-iso';
import { usePlace } from '../session/use-environment.ts';
import type { Environment } from '../words/object-path.ts';

const environments: readonly (readonly [Environment, string])[] = [
  ['test', 'Test'],
  ['live', 'Live'],
];

/** Switches between two separate sets of data; colour, word and position show the current one. */
export function EnvironmentSwitch() {
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
