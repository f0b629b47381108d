import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { axis, columnAt, plotOf, stackedBars } from '../words/chart-scale.ts';
import { bounded, grouped, short } from '../words/quantity.ts';

export interface Series {
  readonly label: string;
  /** True if its numbers end at a bound. */
  readonly isCut?: boolean;
  readonly tone: 'good' | 'bad' | 'one' | 'two' | 'three';
}

interface ChartColumn {
  readonly label: string;
  /** Stands below the column if it is the first or the last one. */
  readonly tick: string;
  /** One value of each series. */
  readonly values: readonly number[];
  /** The page about what the column counts. */
  readonly href: string;
}

interface BarChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly columns: readonly ChartColumn[];
  /** What a column's page shows, such as "the day's use". */
  readonly opens: string;
}

const height = 150;
const left = 36;
/** Before the page is laid out. */
const usualWidth = 640;

/**
 * Stacked bars from the first column that has something, with the same numbers as a table for screen readers. One link
 * covers them: the pointer or the arrow keys choose the column whose numbers are shown below and whose page it opens.
 */
export function BarChart({ title, series, columns: all, opens }: BarChartProps) {
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure);
  const [at, setAt] = useState<number>();
  const { from, bars: barsWidth } = plotOf(
    all.map(({ values }) => values),
    width - left,
  );
  const columns = all.slice(from);
  const last = columns.length - 1;
  const here = Math.min(at ?? last, last);
  const chosen = columns[here];
  const point = ({ currentTarget, clientX }: PointerEvent & { readonly currentTarget: Element }) => {
    const { left: start } = currentTarget.getBoundingClientRect();
    setAt(columnAt(clientX - start - left, columns.length, barsWidth));
  };
  const press = (event: KeyboardEvent) => {
    const moved = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (moved === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, moved)));
  };
  const leave = () => setAt(undefined);
  return (
    <figure class="chart" ref={figure}>
      <figcaption class="legend">
        {series.map(({ label, tone, isCut = false }, i) => (
          <span key={label} class={`key ${tone}`}>
            {label}{' '}
            <strong>
              {bounded({ value: columns.reduce((sum, { values }) => sum + (values[i] ?? 0), 0), at_least: isCut })}
            </strong>
          </span>
        ))}
      </figcaption>
      <a
        class="plot"
        href={chosen?.href ?? '#'}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={leave}
        onFocus={() => setAt(here)}
        onBlur={leave}
        onKeyDown={press}
      >
        <span class="hidden">
          {title}, {numbersOf(chosen, series)}. Opens {opens}.
        </span>
        <Plot {...{ series, columns, at, width, barsWidth }} />
      </a>
      <p class="quiet readout" aria-live="polite">
        {at !== undefined && numbersOf(chosen, series)}
      </p>
      <ChartTable {...{ title, series, columns }} />
    </figure>
  );
}

/** The width of an element in CSS pixels, so that a drawing inside of it keeps the size of its letters. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(usualWidth);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setWidth(Math.max(current.clientWidth, 2 * left));
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface PlotProps extends Pick<BarChartProps, 'series' | 'columns'> {
  readonly at: number | undefined;
  readonly width: number;
  /** How much of the width the bars take. */
  readonly barsWidth: number;
}

function Plot({ series, columns, at, width, barsWidth }: PlotProps) {
  const sums = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const { top, ticks } = axis(Math.max(0, ...sums));
  const bars = stackedBars(
    columns.map(({ values }) => values),
    { width: barsWidth, height, top },
  );
  return (
    <svg width={width} height={height + 26} aria-hidden="true" focusable="false">
      {ticks.map((tick) => {
        const y = 6 + height - (tick / top) * height;
        return (
          <g key={tick}>
            <line class="grid" x1={left} x2={width} y1={y} y2={y} />
            <text class="tick end" x={left - 8} y={y + 4}>
              {short(tick)}
            </text>
          </g>
        );
      })}
      <g transform={`translate(${left} 6)`}>
        {bars.map(({ x, width: barWidth, parts }, i) => (
          <g key={columns[i]?.label}>
            <rect class={i === at ? 'reach at' : 'reach'} x={x} width={barWidth} y={0} height={height} />
            {parts.map(({ y, height: partHeight }, s) => (
              <rect
                key={series[s]?.label}
                class={`bar ${series[s]?.tone ?? ''}`}
                {...{ x, y, width: barWidth, height: partHeight }}
              />
            ))}
          </g>
        ))}
      </g>
      <text class="tick" x={left} y={height + 22}>
        {columns[0]?.tick}
      </text>
      {columns.length > 1 && (
        <text class="tick end" x={left + barsWidth} y={height + 22}>
          {columns.at(-1)?.tick}
        </text>
      )}
    </svg>
  );
}

function numbersOf(column: ChartColumn | undefined, series: readonly Series[]): string {
  const numbers = series.map(({ label }, i) => `${grouped(column?.values[i] ?? 0)} ${label.toLowerCase()}`);
  return `${column?.label ?? ''}: ${numbers.join(', ')}`;
}

function ChartTable({ title, series, columns }: Pick<BarChartProps, 'title' | 'series' | 'columns'>) {
  return (
    <div class="hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={series[i]?.label}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
