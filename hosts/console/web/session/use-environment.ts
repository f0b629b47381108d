import { useLocation } from 'preact-iso';
import type { Environment } from '../words/object-path.ts';

const keptAs = 'ledgerport.environment';

export interface Place {
  readonly environment: Environment;
  /** A path of this environment's API, below `/accounting/`. */
  readonly api: (path: string) => string;
  /** The address of one of this environment's pages. */
  readonly to: (path: string) => string;
}

/** Test or live is part of every address; pages that belong to neither show the one that was last looked at. */
export function usePlace(): Place {
  const { path } = useLocation();
  const [, named] = /^\/console\/(test|live)(?:\/|$)/.exec(path) ?? [];
  const environment = named === 'test' || named === 'live' ? named : lastEnvironment();
  if (named !== undefined) remember(environment);
  return {
    environment,
    api: (rest) => `${environment}/${rest}`,
    to: (rest) => `/console/${environment}/${rest}`,
  };
}

function lastEnvironment(): Environment {
  try {
    return sessionStorage.getItem(keptAs) === 'live' ? 'live' : 'test';
  } catch {
    return 'test';
  }
}

function remember(environment: Environment): void {
  try {
    sessionStorage.setItem(keptAs, environment);
  } catch {
    // A browser that stores nothing starts in test.
  }
}
