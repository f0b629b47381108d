// Clock times in a named zone of the IANA's list, such as `Europe/Berlin`.

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats as `2026-01-02 03:04:05`: Sweden writes times so. */
export function wallTime(at: Date, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, ...toTheSecond });
  formats.set(zone, format);
  return format.format(at);
}

const toTheSecond = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** Formats a time for `<input type="datetime-local">`, cut to the minute. */
export function zonedInput(at: Date, zone: string): string {
  return wallTime(at, zone).slice(0, 16).replace(' ', 'T');
}

const dayMs = 86_400_000;

/**
 * Reads what a person entered there; undefined while it is incomplete. Of a time that the clocks show twice it is the
 * first, and one that they skip is as much later.
 */
export function instantOf(text: string, zone: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const before = new Date(asUtc - offsetMs(asUtc - dayMs, zone));
  const after = new Date(asUtc - offsetMs(asUtc + dayMs, zone));
  return [before, after].find((at) => zonedInput(at, zone) === text.slice(0, 16)) ?? before;
}

function offsetMs(at: number, zone: string): number {
  return Date.parse(`${wallTime(new Date(at), zone).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
