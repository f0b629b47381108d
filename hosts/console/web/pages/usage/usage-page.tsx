import { useLocation } from 'preact-iso';
import { useAllPages } from '../../api/use-all-pages.ts';
import type { UsageItem } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useNow } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { billableMeters, meterNames, meters } from '../../words/meter-words.ts';
import { bytes, grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { daysOf, type Period, periodOf, presets, utcDay } from '../../words/usage-period.ts';
import { sumByMeter } from '../../words/usage-sums.ts';
import { UsageByConnection } from './usage-by-connection.tsx';
import { UsageByDay } from './usage-by-day.tsx';

/** The use of a period: in all, by day, and by connection. */
export function UsagePage() {
  const { query } = useLocation();
  const { api, environment } = usePlace();
  const period = periodOf(query, useNow());
  const days = useAllPages<UsageItem>(withQuery(api('usage'), { ...period, group_by: 'day' }));
  const connections = useAllPages<UsageItem>(withQuery(api('usage'), { ...period, group_by: 'connection' }));
  const failed = days.failure ? days : connections;
  const file = `usage-${environment}-${period.from}-to-${period.to}`;
  return (
    <>
      <PageHead
        title="Usage"
        under="Days are UTC days. Billable use, by which you may charge your customers, is exact at once; the rest follows in seconds. Nobody bills you."
      />
      <PeriodChoice period={period} />
      {failed.failure && <FailureNote failure={failed.failure} onRetry={failed.reload} />}
      {(days.isCut || connections.isCut) && (
        <Note tone="warn">This period has more than can be shown at once. Choose a shorter one to see all of it.</Note>
      )}
      {days.rows === undefined || connections.rows === undefined ? (
        failed.failure === undefined && (
          <div class="card pad tall">
            <Skeleton lines={14} />
          </div>
        )
      ) : (
        <>
          <UsageByMeter items={days.rows} />
          <UsageByDay items={days.rows} period={period} file={file} />
          <UsageByConnection items={connections.rows} file={file} />
        </>
      )}
    </>
  );
}

/** Each meter's sum; billed meters come first. */
function UsageByMeter({ items }: { readonly items: readonly UsageItem[] }) {
  const sums = sumByMeter(items);
  const others = [...sums.keys()].filter((meter) => !meterNames.includes(meter));
  const billable: readonly string[] = billableMeters;
  return (
    <ul class="meters">
      {[...meterNames, ...others].map((meter) => {
        const sum = sums.get(meter) ?? 0;
        const isBilled = billable.includes(meter);
        return (
          <li key={meter} class={isBilled ? 'meter-sum billed' : 'meter-sum'}>
            <span class="meter-name">
              {meters[meter]?.label ?? meter} {isBilled && <Badge tone="busy">Billable</Badge>}
            </span>
            <strong class="tile-value">{meter === 'provider_bytes_in' ? bytes(sum) : grouped(sum)}</strong>
            <span class="quiet">{meters[meter]?.counts}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Chooses the days, which are in the page's URL. */
function PeriodChoice({ period }: { readonly period: Period }) {
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
