import { useLoad } from '../../api/use-load.ts';
import type { Budget, Items } from '../../api/wire.ts';
import { Card } from '../../parts/facts.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { BudgetMeters } from '../budgets/budget-parts.tsx';

/** The connections that called the provider most often today, and a link to all connections. */
export function BudgetUse() {
  const { api, to } = usePlace();
  const { data } = useLoad<Items<Budget>>(api('budgets?limit=5'));
  if (data === undefined || data.items.length === 0) return null;
  const busy = data.items.filter(({ day }) => day.used > 0);
  return (
    <Card title="Provider budget" actions={<a href={to('budgets')}>All connections</a>}>
      {busy.length === 0 && <p class="pad quiet">No connection has called the provider today (UTC).</p>}
      <ul class="budgets">
        {busy.map((budget) => (
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
