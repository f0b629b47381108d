const mostShown = 32;

/** Returns an endpoint's host and path, which tell it apart in a line; of a long one the beginning and the end. */
export function endpointName(url: string, most = mostShown): string {
  const parsed = URL.parse(url);
  const name = parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url;
  if (name.length <= most) return name;
  const end = Math.floor(most * 0.4);
  return `${name.slice(0, most - end - 1)}…${name.slice(-end)}`;
}
