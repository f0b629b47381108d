import type { Meter } from '../api/wire.ts';
import { namesOf } from './closed-sets.ts';

interface Words {
  readonly label: string;
  readonly counts: string;
}

/** Billable meters come first, in the order in which they are shown. */
const words: Readonly<Record<Meter, Words>> = {
  read_live: { label: 'Live reads', counts: 'requests answered from the provider' },
  write: { label: 'Writes', counts: 'creates, changes and cancellations that succeeded' },
  provider_request: { label: 'Provider requests', counts: 'requests of one’s own that the provider did' },
  automation_run: { label: 'Automation runs', counts: 'automations that succeeded' },
  read_cached: { label: 'Cached reads', counts: 'lists of the service’s own copies' },
  webhook_event: { label: 'Webhook events', counts: 'events that an endpoint wanted' },
  provider_calls: { label: 'Provider calls', counts: 'for requests and background work' },
  provider_bytes_in: { label: 'Data from the provider', counts: 'bytes of its answers' },
};

/** Keyed by any name, because an answer may have a meter that is unknown here. */
export const meters: Readonly<Record<string, Words>> = words;
export const meterNames: readonly string[] = namesOf(words);
export const billableMeters = [
  'read_live',
  'write',
  'provider_request',
  'automation_run',
] as const satisfies readonly Meter[];

export function meterLabel(meter: string): string {
  return meters[meter]?.label ?? meter.replaceAll('_', ' ');
}
