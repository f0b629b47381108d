import { Card } from '../../parts/facts.tsx';
import { usePlace } from '../../session/use-environment.ts';

/** What to do where there is nothing yet. */
export function FirstSteps() {
  const { to } = usePlace();
  return (
    <Card title="Get started">
      <ol class="first-steps">
        <li>
          <a href={to('provider-apps')}>Set up a provider app</a>
          <span class="quiet">Your own app at the provider; its customers consent to it.</span>
        </li>
        <li>
          <a href="/console/api-keys">Create an API key</a>
          <span class="quiet">Your application calls the API with it.</span>
        </li>
        <li>
          <a href={to('connections?connect=1')}>Connect an organization</a>
          <span class="quiet">Make a link for a customer, or for a demo company of your own.</span>
        </li>
        <li>
          <a href={to('webhook-endpoints?create=1')}>Add a webhook endpoint</a>
          <span class="quiet">Be told of every change, signed and at least once.</span>
        </li>
      </ol>
    </Card>
  );
}
