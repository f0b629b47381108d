import { type Row, table } from '../measure.ts';
import type { Cell } from './contender.ts';

export const inFlights = [1, 32] as const;

export const cellRow = (what: string, way: string, { perSecond, cpuMicros, median, p99 }: Cell): Row => [
  what,
  way,
  ...[perSecond, cpuMicros, median, p99],
];

/** A floor, the service above it, and what each figure of the service is of the floor's. */
export function pairRows(what: string, floor: Cell, service: Cell): readonly Row[] {
  const ratios = {
    perSecond: service.perSecond / floor.perSecond,
    cpuMicros: service.cpuMicros / floor.cpuMicros,
    median: service.median / floor.median,
    p99: service.p99 / floor.p99,
  };
  return [cellRow(what, 'floor', floor), cellRow('', 'service', service), cellRow('', 'ratio', ratios)];
}

export function showCells(title: string, rows: readonly Row[]): void {
  table(title, ['what', 'way', 'requests/s', 'CPU µs', 'median ms', 'p99 ms'], rows);
}
