import type { ConnectionBudget } from '../../api/wire.ts';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { causes } from '../../words/cause-words.ts';
import { grouped, plural } from '../../words/quantity.ts';

interface BudgetProps {
  readonly budget: ConnectionBudget;
}

export function BudgetMeters({ budget: { minute, day, blocked_until } }: BudgetProps) {
  return (
    <>
      <Meter label="This minute" {...minute} />
      <Meter label="Today" {...day} />
      {blocked_until !== null && (
        <span class="quiet">
          Refused by the provider; the next call is possible <Time at={blocked_until} />.
        </span>
      )}
    </>
  );
}

export function Meter({
  label,
  used,
  limit,
}: { readonly label: string } & Omit<ConnectionBudget['minute'], 'resets_at'>) {
  return (
    <span class="meter">
      <span class="quiet">{label}</span>
      <meter aria-label={label} min={0} max={limit} low={limit * 0.6} high={limit * 0.85} optimum={0} value={used} />
      <span>
        {grouped(used)} / {grouped(limit)}
      </span>
    </span>
  );
}

/** Says how many calls the day will have at today's pace. */
export function forecastWords({ day: { used, limit, forecast } }: ConnectionBudget): string {
  if (used === 0) return 'No call today.';
  if (forecast === null) return 'Too early to tell how the day will be.';
  const pace = `At today’s pace ${plural(forecast, 'call')} by midnight (UTC)`;
  return forecast > limit ? `${pace}: more than the day allows.` : `${pace}.`;
}

/** What the day's calls were for, the most frequent first. */
export function BudgetCauses({ budget: { by_cause, day, in_flight } }: BudgetProps) {
  const own = Object.entries(by_cause).filter(([, calls]) => calls > 0);
  const others = day.used - own.reduce((sum, [, calls]) => sum + calls, 0);
  return (
    <Facts
      facts={[
        ...own
          .toSorted(([, a], [, b]) => b - a)
          .map(([cause, calls]) => [causes[cause] ?? cause, grouped(calls)] as const),
        others > 0 && ['By others', grouped(others)],
        in_flight > 0 && ['Under way now', grouped(in_flight)],
        ['Next day', <Time at={day.resets_at} />],
      ]}
    />
  );
}
