import type { TimelineEntry } from '../api/wire.ts';

const labels: Readonly<Record<TimelineEntry['kind'], string>> = {
  request: 'Request',
  operation: 'Operation',
  attempt: 'Attempt',
  step: 'Step',
  provider_call: 'Provider call',
  event: 'Event',
  delivery: 'Delivery',
  delivery_attempt: 'Delivery attempt',
  replay: 'Replay',
  audit: 'Audit',
  walk: 'Walk of a family',
};

/** Keyed by any name, because an answer may have a kind that is unknown here. */
export const kindLabels: Readonly<Record<string, string>> = labels;

interface Entry {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const badStates = new Set(['failed', 'dead_letter', 'lost']);

/** True for a request of a caller, which has a page; notifications of the provider have none. */
export function isAsked({ kind, title }: Pick<TimelineEntry, 'kind' | 'title'>): boolean {
  return kind === 'request' && title === 'Request received';
}

/** True for an entry about a failure. */
export function isBad({ kind, details }: Entry): boolean {
  const { state, outcome, error, status, response_status: answered } = details;
  if (badStates.has(String(state)) || badStates.has(String(outcome))) return true;
  if (error !== null && error !== undefined) return true;
  if (kind === 'provider_call') return status === null || Number(status) >= 400;
  if (kind === 'walk') return details['failure'] !== null;
  if (kind === 'delivery_attempt') return answered === null || Number(answered) >= 300;
  return false;
}
