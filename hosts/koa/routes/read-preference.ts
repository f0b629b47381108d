import { longestWaitSeconds } from '#core';
import type { Route } from './route.ts';

/**
 * Seconds of `Prefer: wait=N` (RFC 7240) as they are honoured; undefined where the route calls no provider or the header
 * says nothing that we understand, which is no error.
 */
export function waitPreference(route: Pick<Route, 'operations'>, header: string): number | undefined {
  if (!route.operations.some(({ waits }) => waits)) return undefined;
  for (const preference of header.split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), longestWaitSeconds);
  }
  return undefined;
}
