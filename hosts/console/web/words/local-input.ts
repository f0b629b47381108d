const two = (n: number): string => String(n).padStart(2, '0');

/** A moment as `<input type="datetime-local">` takes it: local time, to the minute below. */
export function localInput(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
