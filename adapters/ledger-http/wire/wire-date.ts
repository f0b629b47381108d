import type { Json } from '#core/ports';

// Provider: dates are `/Date(ms+0000)/`, on quotes without the offset. The number is UTC whatever the offset says.
const dateForm = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;

export function wireDate(value: Json | undefined): string | null {
  return wireInstant(value)?.toISOString().slice(0, 10) ?? null;
}

/** ISO forms without a zone are read as UTC. */
export function wireInstant(value: Json | undefined): Date | null {
  if (typeof value !== 'string') return null;
  const millis = dateForm.exec(value)?.[1];
  const at = new Date(millis === undefined ? isoMillis(value) : Number(millis));
  return Number.isNaN(at.getTime()) ? null : at;
}

export function isWireDate(value: Json | undefined): value is string {
  return typeof value === 'string' && dateForm.test(value);
}

function isoMillis(text: string): number {
  const [, stamp, zone] =
    /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (stamp === undefined) return Number.NaN;
  const day = stamp.length === 10;
  return Date.parse(day ? stamp : stamp + (zone ?? 'Z'));
}
