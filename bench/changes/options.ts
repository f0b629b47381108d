import type { ParseArgsConfig } from 'node:util';

export const notificationParts = ['hanging', 'saturated'] as const;
export const deliveryParts = ['rate', 'memory', 'hanging'] as const;

export interface ChangesOptions {
  /** Of one measurement of notifications. */
  readonly seconds: number;
  /** Operations at once in a worker. */
  readonly slots: number;
  /** Deliveries in the queue when the workers are told to start. */
  readonly queued: number;
  /** Deliveries in the long queue. */
  readonly deep: number;
  /** Endpoints of which half hang. */
  readonly endpoints: number;
  /** Invoices at the provider, of the large books and of the small. */
  readonly invoices: number;
  readonly fewInvoices: number;
  /** Active connections whose reconciliation is planned. */
  readonly connections: number;
}

export const changesFlags = {
  quick: { type: 'boolean' },
  seconds: { type: 'string' },
  slots: { type: 'string' },
  queued: { type: 'string' },
  deep: { type: 'string' },
  endpoints: { type: 'string' },
  invoices: { type: 'string' },
  connections: { type: 'string' },
  only: { type: 'string' },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

export type ChangesFlagValues = { readonly [K in keyof typeof changesFlags]?: string | boolean | undefined };

/** Throws a sentence for people when a flag cannot be read. */
export function changesOptions(flags: ChangesFlagValues, usualSlots = 10): ChangesOptions {
  const quick = flags.quick === true;
  const invoices = whole(flags.invoices, quick ? 20_000 : 200_000);
  return {
    seconds: whole(flags.seconds, quick ? 3 : 10),
    slots: whole(flags.slots, usualSlots),
    queued: whole(flags.queued, quick ? 2_000 : 10_000),
    deep: whole(flags.deep, quick ? 20_000 : 100_000),
    endpoints: whole(flags.endpoints, quick ? 100 : 1_000),
    invoices,
    connections: whole(flags.connections, quick ? 100_000 : 1_000_000),
    fewInvoices: Math.max(1_000, Math.floor(invoices / 10)),
  };
}

/** The parts that were asked for by `--only`, or all. */
export function partsOf<T extends string>({ only }: ChangesFlagValues, all: readonly T[]): readonly T[] {
  if (typeof only !== 'string') return all;
  return only.split(',').map((word) => {
    const part = all.find((known) => known === word);
    if (!part) throw new Error(`no ${word}; there are ${all.join(', ')}`);
    return part;
  });
}

function whole(given: string | boolean | undefined, usual: number): number {
  if (typeof given !== 'string') return usual;
  const value = Number(given.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${given} is not a whole number from 1`);
  return value;
}
