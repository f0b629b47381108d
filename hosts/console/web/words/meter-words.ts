interface Meter {
  readonly label: string;
  readonly counts: string;
}

/** The billable ones first, in the order in which they are shown. */
export const meters: Readonly<Record<string, Meter>> = {
  read_live: { label: 'Live reads', counts: 'requests answered from the provider' },
  write: { label: 'Writes', counts: 'creates, changes and cancellations that succeeded' },
  automation_run: { label: 'Automation runs', counts: 'automations that succeeded' },
  read_cached: { label: 'Cached reads', counts: 'lists of the service’s own copies' },
  webhook_event: { label: 'Webhook events', counts: 'events that an endpoint wanted' },
  provider_calls: { label: 'Provider calls', counts: 'whatever they were made for' },
  provider_bytes_in: { label: 'Data from the provider', counts: 'bytes of its answers' },
};

export const meterNames = Object.keys(meters);
export const billableMeters = ['read_live', 'write', 'automation_run'] as const;

export function meterLabel(meter: string): string {
  return meters[meter]?.label ?? meter.replaceAll('_', ' ');
}
