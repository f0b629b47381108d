const longestSeconds = 86_400;

/** Seconds by a Retry-After header in either of its forms, at most a day; null where it says nothing. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), longestSeconds);
  const at = /^[A-Za-z]{3,9},/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - nowMs) / 1000), 0), longestSeconds);
}
