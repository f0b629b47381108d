import type { Tone } from './state-words.ts';

export function statusWords(status: number | null): string {
  return status === null ? 'Client left' : String(status);
}

/** Shortens the route of a connection, which lists show beside it. */
export function shortRoute(route: string): string {
  return route.replace(/^\/(v1|accounting\/\w+)\/connections\/:connection_id\//, '…/');
}

/** A refusal is the caller's to mend, a 5xx the service's or the provider's. */
export function statusTone(status: number | null): Tone {
  if (status === null || status < 200) return 'quiet';
  if (status < 400) return 'good';
  return status < 500 ? 'warn' : 'bad';
}
