const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats as `just now`, `5 min ago` or `in 2 h`; beyond a week, as a date. */
export function relativeTime(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime();
  const distance = Math.abs(ms);
  if (distance < 5 * second) return 'just now';
  if (distance >= 7 * day) return dateWords(at, now);
  const words = distanceWords(distance);
  return ms > 0 ? `${words} ago` : `in ${words}`;
}

function distanceWords(ms: number): string {
  if (ms < minute) return `${Math.floor(ms / second)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h`;
  return `${Math.floor(ms / day)} d`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateWords(at: Date, now: Date): string {
  const words = `${at.getDate()} ${months[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? words : `${words} ${at.getFullYear()}`;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats local clock time with milliseconds, for lists sorted by time. */
export function clockTime(at: Date): string {
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`;
}

/** Formats the exact time in local time and in UTC, which logs use. */
export function exactTime(at: Date): string {
  const local = `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${clockTime(at)}`;
  return `${local} local · ${at.toISOString()}`;
}
