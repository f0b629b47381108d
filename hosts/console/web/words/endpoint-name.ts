/** Returns an endpoint's host and path, which tell it apart in a line. */
export function endpointName(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, '')}` : url;
}
