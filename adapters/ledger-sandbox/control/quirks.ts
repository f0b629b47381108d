import type { Doubtful } from './doubtful.ts';

/** Switches that make the sandbox as odd, as slow or as silent as the provider can be. */
export interface Quirks {
  /** Behaviours of `doubtful` that are their kinder form. */
  readonly kinder: readonly Doubtful[];
  /** A read of a tax-inclusive quote shows net line amounts under an INCLUSIVE header. */
  readonly inclusive_quotes_net: boolean;
  /** A read of a tax-inclusive quote shows line amounts that match neither its total nor its subtotal. */
  readonly irreconcilable_quotes: boolean;
  readonly quote_number_filter: 'exact' | 'prefix' | 'substring';
  /** How a write of several documents is answered. */
  readonly batch_answers: BatchAnswers;
  /** Changes are not notified. */
  readonly suppress_notifications: boolean;
  /** This many of the next refreshes rotate the token and lose their answers; true loses all of them. */
  readonly lose_refresh_response: boolean | number;
  /** Token, revocation and connections calls answer 503. */
  readonly identity_unavailable: boolean;
  /** Leaves the practice tenant out of new consents. */
  readonly hide_practice_tenant: boolean;
  /** Calls for these tenants answer 503. */
  readonly offline_tenants: readonly string[];
  /** Delays every provider call. */
  readonly latency_ms: number;
  /** Bounds the provider calls of an app and tenant; null removes a limit. */
  readonly limits: RateLimits;
}

/**
 * `elements`: each in its place · `shuffled`: each, in another order · `refused_only`: a 400 with the refused ones, whatever
 * `summarizeErrors` says; the others are saved · `without_ids`: a refused one takes the ids of all · `half`: the first half
 * alone · `last_half`: the last half alone · `extra`: each in its place, and the first once more at the end · `twice`: the
 * first once more in the place of the second · `one_id`: all written ones bear the id of the first of them.
 */
export const batchAnswers = [
  'elements',
  'shuffled',
  'refused_only',
  'without_ids',
  'half',
  'last_half',
  'extra',
  'twice',
  'one_id',
] as const;
export type BatchAnswers = (typeof batchAnswers)[number];

export interface RateLimits {
  readonly minute: number | null;
  readonly day: number | null;
  readonly concurrent: number | null;
  /** Calls per minute of all tenants of an app together. */
  readonly app_minute: number | null;
}

export const providerLimits: RateLimits = { minute: 60, day: 5000, concurrent: 5, app_minute: 10_000 };

export const noQuirks: Quirks = {
  kinder: [],
  inclusive_quotes_net: false,
  irreconcilable_quotes: false,
  quote_number_filter: 'substring',
  batch_answers: 'elements',
  suppress_notifications: false,
  lose_refresh_response: false,
  identity_unavailable: false,
  hide_practice_tenant: false,
  offline_tenants: [],
  latency_ms: 0,
  limits: providerLimits,
};
