import { useLocation } from 'preact-iso';
import type { Environment } from '../words/object-path.ts';

const keptAs = 'ledgerport.environment';

export interface Place {
  readonly environment: Environment;
  /** Returns a path of this environment's API, below `/accounting/`. */
  readonly api: (path: string) => string;
  /** Returns the URL of a page of this environment. */
  readonly to: (path: string) => string;
}

/** Every URL contains test or live; pages that belong to neither use the environment of the last page. */
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
    // Without storage the console starts in test.
  }
}
