/** Returns a chart's axis: from 0 to a round number not below `most`, with about `wanted` steps. */
export function axis(most: number, wanted = 3): { readonly top: number; readonly ticks: readonly number[] } {
  const step = niceStep(Math.max(most, 1) / wanted);
  const count = Math.max(1, Math.ceil(most / step));
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}

/** Returns whole numbers only, because counts have no fractions. */
function niceStep(least: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return Math.max(1, [1, 2, 5, 10].map((n) => n * magnitude).find((n) => n >= least) ?? 10 * magnitude);
}

interface Bar {
  readonly x: number;
  readonly width: number;
  /** From the bottom up, in the order of the series. */
  readonly parts: readonly { readonly y: number; readonly height: number }[];
}

/** Places stacked bars in a plot of `width` × `height`; y counts from the top as in SVG. */
export function stackedBars(
  columns: readonly (readonly number[])[],
  { width, height, top, gap = 0.25 }: { width: number; height: number; top: number; gap?: number },
): readonly Bar[] {
  const slot = width / Math.max(columns.length, 1);
  return columns.map((values, i) => {
    let sum = 0;
    const parts = values.map((value) => {
      sum += value;
      return { y: rounded(height - (sum / top) * height), height: rounded((value / top) * height) };
    });
    return { x: rounded(i * slot + (slot * gap) / 2), width: rounded(slot * (1 - gap)), parts };
  });
}

/** The widest that a column gets, so that the first days of a chart are not one block. */
const widestColumn = 72;
/** Two labels below the bars need so much. */
const narrowestBars = 150;

/** Leaves out the columns before the first one that has something, and says how much of a width the others take. */
export function plotOf(
  columns: readonly (readonly number[])[],
  width: number,
): { readonly from: number; readonly bars: number } {
  const from = Math.max(
    0,
    columns.findIndex((values) => values.some((value) => value > 0)),
  );
  const shown = columns.length - from;
  const least = shown > 1 ? narrowestBars : 0;
  return { from, bars: Math.min(width, Math.max(shown * widestColumn, least)) };
}

/** Returns the number of the column at `x` of a plot, or of the nearest one. */
export function columnAt(x: number, columns: number, width: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((x / width) * columns)));
}

function rounded(n: number): number {
  return Math.round(n * 100) / 100;
}
