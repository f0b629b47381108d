import { useLocation } from 'preact-iso';
import { Tabs } from '../../parts/tabs.tsx';
import { useNow } from '../../parts/time.tsx';
import { withQuery } from '../../words/query-state.ts';
import { daysOf, type Period, presets, utcDay } from '../../words/usage-period.ts';

/** Chooses the days, which are in the page's URL. */
export function PeriodChoice({ period }: { readonly period: Period }) {
  const { path, route } = useLocation();
  const now = useNow();
  const { from, to } = period;
  const choose = (chosen: Period) => {
    if (daysOf(chosen).length > 0) route(withQuery(path, { ...chosen }));
  };
  const field = (label: string, value: string, onChange: (day: string) => void) => (
    <label class="day-field">
      <span>{label} (UTC)</span>
      <input
        class="input"
        type="date"
        value={value}
        max={utcDay(now)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <search class="period" aria-label="Period">
      <Tabs
        look="chips"
        label="Usual periods"
        tabs={presets(now).map(({ label, ...preset }) => ({
          label,
          href: withQuery(path, preset),
          isHere: preset.from === from && preset.to === to,
        }))}
      />
      <span class="period-days">
        {field('From', from, (day) => choose({ from: day, to: day > to ? day : to }))}
        {field('To', to, (day) => choose({ from: day < from ? day : from, to: day }))}
      </span>
    </search>
  );
}
