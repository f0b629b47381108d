// Filters are in the URL, so that a list can be sent to a colleague and the back button undoes a filter.

export type Filters = Readonly<Record<string, string>>;

/** Returns the query's parameters that the list knows, without empty ones. */
export function filtersOf(query: Filters, known: readonly string[]): Filters {
  return Object.fromEntries(known.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

/** Returns a URL with these filters; omits empty ones, so that a list has only one URL. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

const periods: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 };

export const periodNames = Object.keys(periods);

/** The filters of a list by time: a period up to now, or one from and until an instant. */
export const timeFilters = ['period', 'from', 'until'];

/** Replaces the filters by time by the API's parameters. */
export function withTimes({ period, from, until, ...rest }: Filters, now: Date) {
  return { ...rest, created_after: from ?? periodStart(period, now), created_before: until };
}

/** Returns when a period such as `24h` began, cut to the minute, so that a page requests the same URL for a while. */
export function periodStart(period: string | undefined, now: Date): string | undefined {
  const hours = period === undefined ? undefined : periods[period];
  if (hours === undefined) return undefined;
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(minute - hours * 3_600_000).toISOString();
}
