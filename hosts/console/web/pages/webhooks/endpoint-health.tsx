import type { WebhookEndpoint } from '../../api/wire.ts';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { plural } from '../../words/quantity.ts';
import { capital } from '../../words/state-words.ts';

type EndpointState = Pick<WebhookEndpoint, 'status' | 'status_reason' | 'health'>;

/** Says in a sentence why the last attempt failed. */
export function LastFailure({ endpoint: { health } }: { readonly endpoint: EndpointState }) {
  if (health.last_error === null) return null;
  return (
    <>
      {capital(health.last_error)}, <Time at={health.last_failure_at} />.
    </>
  );
}

const disabledBecause: Readonly<Record<string, string>> = {
  requested: 'A member or an API key disabled it.',
  gone: 'It answered 410 Gone.',
  failing: 'Nothing arrived for 5 days.',
};

/** Says why an endpoint does not get its events, and what to do. */
export function HealthNote({ endpoint }: { readonly endpoint: EndpointState }) {
  const { status, status_reason, health } = endpoint;
  if (status === 'disabled') {
    return (
      <Note tone="warn">
        <p>
          <strong>Nothing is sent to it.</strong> {disabledBecause[status_reason ?? ''] ?? ''}{' '}
          {status_reason === 'failing' && <LastFailure endpoint={endpoint} />}{' '}
          {health.kept_until ? (
            <>
              What waits for it ends <Time at={health.kept_until} />. Enable it before, and it is sent.
            </>
          ) : (
            'Enable it, then recover what it missed.'
          )}
        </p>
      </Note>
    );
  }
  if (health.state === 'healthy') return null;
  const isOpen = health.state === 'open';
  return (
    <Note tone={isOpen ? 'bad' : 'warn'}>
      <p>
        <strong>
          <LastFailure endpoint={endpoint} />
        </strong>{' '}
        {plural(health.consecutive_failures, 'attempt')} in a row failed, the first <Time at={health.failing_since} />.{' '}
        {isOpen && (
          <>
            Deliveries are held, and one at a time is tried as a probe; the next <Time at={health.next_probe_at} />.{' '}
          </>
        )}
        {health.disables_at && (
          <>
            It is disabled <Time at={health.disables_at} /> unless it answers before.
          </>
        )}
      </p>
    </Note>
  );
}
