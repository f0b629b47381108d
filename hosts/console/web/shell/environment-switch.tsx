import { useLocation } from 'preact-iso';
import { usePlace } from '../session/use-environment.ts';
import type { Environment } from '../words/object-path.ts';

const environments: readonly (readonly [Environment, string])[] = [
  ['test', 'Test'],
  ['live', 'Live'],
];

/** Two separate sets of data: which one is shown is always said by colour, by word and by side. */
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

/** The same list on the other side; one thing's page has none there. */
function otherSide(path: string, environment: Environment): string {
  const [, page = 'overview'] = /^\/console\/(?:test|live)\/([a-z-]+)/.exec(path) ?? [];
  return `/console/${environment}/${page}`;
}
