import type { Budget, Overview } from '../../api/wire.ts';
import { Card } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { bounded, grouped } from '../../words/quantity.ts';

/** How much of what the provider allows the busiest connections have used. */
export function BudgetUse({ busiest, compared }: Overview['budgets']) {
  const { to } = usePlace();
  if (busiest.length === 0) return null;
  return (
    <Card title="Provider budget">
      <p class="pad quiet">
        {compared.value > busiest.length &&
          `The ${busiest.length} busiest of ${compared.at_least ? 'the newest ' : ''}${bounded(compared)} active connections; the page of each shows its own.`}
      </p>
      <ul class="budgets">
        {busiest.map((budget) => (
          <li key={budget.connection_id}>
            <a href={to(`connections/${budget.connection_id}`)}>
              {budget.provider_tenant_name ?? budget.external_account_id}
            </a>
            <BudgetMeters budget={budget} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function BudgetMeters({ budget }: { readonly budget: Pick<Budget, 'minute' | 'day' | 'blocked_until'> }) {
  const { minute, day, blocked_until } = budget;
  return (
    <>
      <Meter label="This minute" {...minute} />
      <Meter label="Today" {...day} />
      {blocked_until !== null && (
        <span class="quiet">
          held back until <Time at={blocked_until} />
        </span>
      )}
    </>
  );
}

function Meter({ label, used, limit }: { readonly label: string; readonly used: number; readonly limit: number }) {
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
