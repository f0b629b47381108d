import type { OperationType } from './operation.ts';

const minute = 60;
const hour = 60 * minute;

/** Seconds before attempts 2 to 10 of ordinary work. */
const ofWork = [5, 20, minute, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour];
/** The same for deliveries: 76 hours in all. */
const ofDelivery = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** The same for alerts, which people wait for: 16 hours in all. */
const ofAlert = [
  5,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
];

/** A run has one attempt more than it has delays. */
export function retryDelaysSeconds(type: OperationType): readonly number[] {
  if (type === 'alert.send') return ofAlert;
  return type === 'webhook.deliver' ? ofDelivery : ofWork;
}

/** Lengthens waits by up to a fifth, so that work that failed together is not retried together. */
const jitter = 0.2;

/** The wait after the `failed`-th attempt of a run (from 1); `spread` is a random number in [0, 1). */
export function retryDelaySeconds(type: OperationType, failed: number, spread: number): number {
  const delays = retryDelaysSeconds(type);
  return jittered(delays[Math.min(failed, delays.length) - 1] ?? 0, spread);
}

export function jittered(seconds: number, spread: number): number {
  return seconds * (1 + jitter * spread);
}

/** A number in [0, 1) that is always the same for a text. */
export function spreadOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash / 2 ** 32;
}

export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + Math.ceil(seconds * 1000));
}

const daySeconds = 86_400;

/** Reads both forms of a Retry-After header; at most a day, undefined for any other text. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), daySeconds);
  const at = /^[A-Za-z]{3,9},/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1000), 0), daySeconds);
}
