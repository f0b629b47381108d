/** Formats 1234567 as `1,234,567`. */
export function grouped(n: number): string {
  return Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

export interface BoundedCount {
  readonly value: number;
  readonly at_least: boolean;
}

/** Formats a count as `10,000+` where it ended at a bound. */
export function bounded({ value, at_least }: BoundedCount): string {
  return grouped(value) + (at_least ? '+' : '');
}

export function boundedSum(counts: readonly BoundedCount[]): BoundedCount {
  return {
    value: counts.reduce((sum, { value }) => sum + value, 0),
    at_least: counts.some((one) => one.at_least),
  };
}

/** Formats for axes and tiles: `950`, `1.2k`, `3.4M`. */
export function short(n: number): string {
  if (n < 1000) return String(n);
  if (n < 1_000_000) return `${trimmed(n / 1000)}k`;
  return `${trimmed(n / 1_000_000)}M`;
}

function trimmed(n: number): string {
  return n >= 100 ? String(Math.round(n)) : n.toFixed(1).replace(/\.0$/, '');
}

/** Formats as `85 ms`, `1.2 s`, `3 min 4 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${trimmed(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return parts(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  return parts(Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'min');
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Formats as `512 B`, `1.5 kB`, `20 MB`. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1_000_000) return `${trimmed(n / 1000)} kB`;
  return `${trimmed(n / 1_000_000)} MB`;
}

/** Formats a percentage and rounds down, so that a failure stays visible: 99.96 % is `99.9 %`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (part / whole) * 100;
  if (share === 100 || share === 0) return `${share} %`;
  return `${Math.min(99.9, Math.max(0.1, Math.floor(share * 10) / 10)).toString()} %`;
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}
