/** Milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the time that all take together: at least a millisecond. */
export function spanOf(parts: readonly Span[]): Span {
  const from = Math.min(...parts.map((one) => one.from));
  return { from, to: Math.max(from + 1, ...parts.map((one) => one.to)) };
}

/** Returns where a bar begins and how wide it is, in percent of the axis. */
export function placeOn(axis: Span, { from, to }: Span): { readonly left: number; readonly width: number } {
  const at = (time: number): number => {
    const share = ((time - axis.from) / (axis.to - axis.from)) * 100;
    return Math.min(100, Math.max(0, share));
  };
  return { left: at(from), width: at(to) - at(from) };
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const roundMs = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * minute),
  ...[1, 2, 6, 12, 24, 48, 120, 240].map((n) => n * hour),
];
/** More labels, such as `1 min 30 s`, would not stand beside each other on the narrowest axis. */
const ticksMost = 3;

/** Returns a few round times after the axis began, in milliseconds. */
export function ticksOf({ from, to }: Span): readonly number[] {
  const length = to - from;
  const step = roundMs.find((one) => length / one <= ticksMost) ?? length / ticksMost;
  return Array.from({ length: Math.floor(length / step) }, (_, i) => (i + 1) * step);
}
