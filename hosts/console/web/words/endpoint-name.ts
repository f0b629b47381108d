const mostShown = 32;

/** Returns an endpoint's host and path, which tell it apart in a line; of a long one the beginning and the end. */
export function endpointName(url: string): string {
  const parsed = URL.parse(url);
  const name = parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url;
  return name.length <= mostShown ? name : `${name.slice(0, 18)}…${name.slice(-13)}`;
}
