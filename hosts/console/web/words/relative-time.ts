import { wallTime } from './zoned-time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats as `just now`, `5 min ago` or `in 2 h`; beyond a week, as a date of the zone. */
export function relativeTime(at: Date, now: Date, zone: string): string {
  const ms = now.getTime() - at.getTime();
  const distance = Math.abs(ms);
  if (distance < 5 * second) return 'just now';
  if (distance >= 7 * day) return dateWords(at, now, zone);
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

function dateWords(at: Date, now: Date, zone: string): string {
  const words = dayWords(at, zone);
  const year = wallTime(now, zone).slice(0, 4);
  return words.endsWith(` ${year}`) ? words.slice(0, -5) : words;
}

/** Formats the day as `2 Jan 2026`. */
export function dayWords(at: Date, zone: string): string {
  const [year, month, date] = wallTime(at, zone).slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** Formats the clock with milliseconds, for lists sorted by time. */
export function clockTime(at: Date, zone: string): string {
  return `${wallTime(at, zone).slice(11)}.${at.toISOString().slice(20, 23)}`;
}

/** Formats the exact time in the zone and in UTC, which logs use. */
export function exactTime(at: Date, zone: string): string {
  return `${dayWords(at, zone)}, ${clockTime(at, zone)} ${zone} · ${at.toISOString()}`;
}

/** Formats as logs do, to compare with them: `01-02 03:04:05Z`, with the year where it is another. */
export function logTime(at: Date, now: Date): string {
  const words = `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return at.getUTCFullYear() === now.getUTCFullYear() ? words.slice(5) : words;
}
