import { useLoad } from '../../api/use-load.ts';
import type { ApiKey, Items, Overview, ProviderApp } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { usePlace } from '../../session/use-environment.ts';

/** What to do before the first connection, and which steps are done. */
export function FirstSteps({ overview }: { readonly overview: Overview }) {
  const { environment, to } = usePlace();
  const apps = useLoad<Items<ProviderApp>>(`provider-apps?environment=${environment}`).data?.items;
  const keys = useLoad<Items<ApiKey>>('api-keys').data?.items;
  const { healthy, failing, open } = overview.webhook_endpoints.by_health;
  return (
    <Card title="Get started">
      <ol class="first-steps">
        <Step
          href={to('provider-apps')}
          label="Set up a provider app"
          isDone={apps?.some(({ status }) => status === 'verified') ?? false}
        >
          Your own app at the provider; customers consent to it.
        </Step>
        <Step
          href="/console/api-keys"
          label="Create an API key"
          isDone={keys?.some((key) => key.environment === environment && key.revoked_at === null) ?? false}
        >
          Your application calls the API with it.
        </Step>
        <Step href={to('connections?connect=1')} label="Connect an organization" isDone={false}>
          Make a link for a customer, or for a demo company of your own.
        </Step>
        <Step
          href={to('webhook-endpoints?create=1')}
          label="Add a webhook endpoint"
          isDone={healthy + failing + open > 0}
        >
          Hear by a signed event when a record changes or an invoice is paid.
        </Step>
        <Step href="/console/alerts" label="Say who is told at night" isDone={overview.alerts.destinations > 0}>
          An e-mail address or a chat hears when a connection or an endpoint fails.
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly href: string;
  readonly label: string;
  readonly isDone: boolean;
  readonly children: string;
}

function Step({ href, label, isDone, children }: StepProps) {
  return (
    <li>
      <span class="pair">
        <a href={href}>{label}</a>
        {isDone && <Badge tone="good">Done</Badge>}
      </span>
      <span class="quiet">{children}</span>
    </li>
  );
}
