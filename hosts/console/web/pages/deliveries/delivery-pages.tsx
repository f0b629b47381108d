import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { Delivery, DeliveryAttempt, WebhookEndpoint } from '../../api/wire.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ConnectionName } from '../../parts/connection-name.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { readable } from '../../words/json-tokens.ts';
import { duration } from '../../words/quantity.ts';
import { deliveryState, isUnderWay, movesSoon } from '../../words/state-words.ts';
import { ObjectPage } from '../object-page.tsx';
import { LastFailure } from '../webhooks/endpoint-health.tsx';
import { DeliveriesTable, NextAttempt } from './deliveries-table.tsx';

export function DeliveriesPage() {
  return (
    <>
      <PageHead title="Deliveries" under="Every event on its way to every endpoint, with all attempts." />
      <DeliveriesTable />
    </>
  );
}

/** A delivery: why it did not arrive, what was sent, what was answered. */
export function DeliveryPage() {
  const { delivery_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const up = { href: to('webhook-deliveries'), label: 'Deliveries' };
  const loaded = useLoad<Delivery>(api(`webhook-deliveries/${id}`), {
    isBusy: (found) => movesSoon(found, new Date()),
  });
  return (
    <ObjectPage loaded={loaded} title="Delivery" up={up}>
      {(delivery) => (
        <>
          <PageHead
            title={delivery.event_type}
            view="Delivery"
            badge={<StateBadge state={deliveryState(delivery)} />}
            under={<Id value={id} plain />}
            up={up}
            actions={<ReplayDelivery delivery={delivery} />}
          />
          {deliveryState(delivery) === 'held' && <Held endpointId={delivery.webhook_endpoint_id} />}
          <div class="columns">
            <div class="column-main">
              <DeliveryAttempts delivery={delivery} />
              <Card title="What is sent">
                {delivery.body ? (
                  <JsonView label="Body" value={readable(delivery.body)} />
                ) : (
                  <p class="pad quiet">The event is no longer stored.</p>
                )}
              </Card>
            </div>
            <div class="column-side early">
              <Card title="Facts">
                <DeliveryFacts delivery={delivery} />
              </Card>
            </div>
          </div>
        </>
      )}
    </ObjectPage>
  );
}

/** Says why the delivery waits, and for what. */
function Held({ endpointId }: { readonly endpointId: string }) {
  const { api } = usePlace();
  const { data: endpoint } = useLoad<WebhookEndpoint>(api(`webhook-endpoints/${endpointId}`));
  if (endpoint === undefined) return null;
  const { state, consecutive_failures: failures, next_probe_at: probe, kept_until: kept } = endpoint.health;
  return (
    <Note tone="warn">
      {kept !== null ? (
        <p>
          <strong>Held because its endpoint is disabled.</strong> Enable that before <Time at={kept} />, and this one is
          sent; else it ends as failed.
        </p>
      ) : state === 'open' ? (
        <p>
          <strong>Held until the endpoint answers.</strong> It failed {failures} times in a row.{' '}
          <LastFailure endpoint={endpoint} /> One delivery at a time is tried as a probe, the next <Time at={probe} />.
          When a probe arrives, this one is sent by itself.
        </p>
      ) : (
        <p>
          <strong>Waiting its turn.</strong> What was held for the endpoint is sent in order, and this one with it.
        </p>
      )}
    </Note>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { api, to } = usePlace();
  const { webhook_endpoint_id: endpointId, connection_id: connection, event_id, operation_id, request_id } = delivery;
  const { data: endpoint } = useLoad<WebhookEndpoint>(api(`webhook-endpoints/${endpointId}`));
  return (
    <Facts
      facts={[
        ['Endpoint', <a href={to(`webhook-endpoints/${endpointId}`)}>{endpoint?.url ?? endpointId}</a>],
        connection !== null && ['Customer', <ConnectionName id={connection} />],
        ['Event', <Id value={event_id} short />],
        ['Operation', <Id value={operation_id} short />],
        ['Request', <Id value={request_id} short />],
        ['Created', <Time at={delivery.created_at} />],
        isUnderWay(delivery.state) && ['Next attempt', <NextAttempt delivery={delivery} endpoint={endpoint} />],
      ]}
    />
  );
}

/** Every attempt, the latest first, with the receiver's answer. */
function DeliveryAttempts({ delivery }: { readonly delivery: Delivery }) {
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

/** Sends an ended delivery once more, and one that waits or is held now. */
function ReplayDelivery({ delivery }: { readonly delivery: Delivery }) {
  const may = useMay('operate');
  const { api } = usePlace();
  const [isAsked, setAsked] = useState(false);
  const isWaiting = delivery.state === 'retrying';
  if (!may || (isUnderWay(delivery.state) && !isWaiting)) return null;
  const path = api(`webhook-deliveries/${delivery.delivery_id}/replay`);
  const verb = isWaiting ? 'Send now' : 'Replay';
  return (
    <>
      <Button look="primary" words={verb} onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmDialog
          title={isWaiting ? 'Send this delivery now?' : 'Send this delivery again?'}
          verb={verb}
          asksReason
          act={(run, reason) => run('POST', path, { reason })}
          said={isWaiting ? 'The delivery is on its way' : 'The delivery is on its way again'}
          onClose={() => setAsked(false)}
        >
          <p>
            {isWaiting
              ? 'It is sent without waiting for its time or for its endpoint. This is one of its ten attempts; if it arrives at a paused endpoint, that is resumed.'
              : 'The same body goes to the same endpoint once more, with a fresh signature. Receivers know it by the event’s id.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
