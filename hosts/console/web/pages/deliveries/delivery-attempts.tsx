import type { Delivery, DeliveryAttempt } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { duration } from '../../words/quantity.ts';
import { isUnderWay } from '../../words/state-words.ts';

/** Every attempt, the latest first, with the receiver's answer. */
export function DeliveryAttempts({ delivery }: { readonly delivery: Delivery }) {
  return (
    <Card title="Attempts">
      {delivery.attempts.length === 0 && (
        <p class="pad quiet">{isUnderWay(delivery.state) ? 'Nothing has been sent yet.' : 'Nothing was sent.'}</p>
      )}
      <ol class="attempts">
        {delivery.attempts.toReversed().map((attempt) => (
          <Attempt key={`${attempt.run} ${attempt.number}`} attempt={attempt} />
        ))}
      </ol>
    </Card>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { run, number, at, duration_ms, response_status: status, response_excerpt: excerpt, error } = attempt;
  const arrived = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span class="attempt-head">
        <strong>
          {run > 1 && `Run ${run}, `}attempt {number}
        </strong>
        <Badge tone={arrived ? 'good' : 'bad'}>{status === null ? 'No answer' : `Answered ${status}`}</Badge>
        <span class="quiet">{duration(duration_ms)}</span>
        <Time at={at} />
      </span>
      {error && <span class="step-error">{error}</span>}
      {excerpt && <pre class="excerpt">{excerpt}</pre>}
    </li>
  );
}
