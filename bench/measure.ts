// Figures and how they are printed: medians and tails, and ratios against a floor of the same run.

export interface Spread {
  readonly median: number;
  readonly p99: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

export type Row = readonly (string | number)[];

export function table(title: string, head: readonly string[], rows: readonly Row[]): void {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)));
  const widths = head.map((name, i) => Math.max(name.length, ...text.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(`\n${title}\n`);
  console.log(line(head));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of text) console.log(line(row));
}

export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toString();
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
