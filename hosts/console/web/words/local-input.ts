const two = (n: number): string => String(n).padStart(2, '0');

/** Formats a time for `<input type="datetime-local">`: local, cut to the minute. */
export function localInput(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
