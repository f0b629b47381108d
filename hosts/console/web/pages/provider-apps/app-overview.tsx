import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { FailureNote, Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped } from '../../words/quantity.ts';
import { appState, statusOf } from '../../words/wizard-steps.ts';
import { AppActions } from './app-actions.tsx';
import { CheckList } from './check-list.tsx';
import { ConsentButton } from './consent-button.tsx';
import { Addresses } from './register-step.tsx';
import { type Credential, RotateCredential } from './rotate-credential.tsx';

/** An app; members who may change it also see the controls. */
export function AppOverview({ app }: { readonly app: ProviderApp }) {
  const { to } = usePlace();
  const may = useMay('operate');
  return (
    <>
      <PageHead
        title={app.name}
        badge={
          <>
            <StateBadge state={appState(app)} />
            {app.is_default && <Badge tone="busy">Default</Badge>}
          </>
        }
        under={<Id value={app.provider_app_id} plain />}
        up={{ href: to('provider-apps'), label: 'Provider apps' }}
        actions={<AppActions app={app} />}
      />
      <Standing app={app} />
      <div class="columns">
        <div class="column-main">
          <Checks app={app} may={may} />
          <Card title="Addresses at the provider">
            <div class="pad stack">
              <Addresses app={app} />
            </div>
          </Card>
        </div>
        <div class="column-side">
          <CredentialsCard app={app} may={may} />
          <Card title="Facts">
            <Facts
              facts={[
                ['Environment', app.environment === 'test' ? 'Test' : 'Live'],
                ['Default', app.is_default ? 'New connections use it' : 'No'],
                [
                  'Calls a day',
                  app.daily_call_limit === null ? 'What the provider allows' : grouped(app.daily_call_limit),
                ],
                ['Webhook check', <Time at={app.intent_received_at} />],
                ['Begun', <Time at={app.created_at} />],
                ['Changed', <Time at={app.updated_at} />],
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

/**
 * Says whether the app can be used, where the checks do not show it, and after the wizard that the setup is complete.
 */
function Standing({ app }: { readonly app: ProviderApp }) {
  const { to } = usePlace();
  const { query } = useLocation();
  const isVerified = app.status === 'verified';
  const hasPassedAll = app.checks.every(({ status }) => status === 'passed');
  return (
    <>
      {hasPassedAll && query['step'] && (
        <Note tone="good" action={<a href={to('connections?connect=1')}>Connect an organization</a>}>
          <p>
            <strong>Done: everything has passed.</strong> Customers can connect through this app now.
          </p>
        </Note>
      )}
      {isVerified && !hasPassedAll && (
        <Note tone="warn">
          {app.checks.every(({ checked_at: at }) => at === null)
            ? 'Whoever runs this service registered the app as ready. Nothing of it has been checked here yet.'
            : 'It stays usable: connections continue. The checks that did not pass are below.'}
        </Note>
      )}
      {!isVerified && (
        <Note tone="info">It is not verified yet. An owner or a developer can finish setting it up.</Note>
      )}
    </>
  );
}

function Checks({ app, may }: { readonly app: ProviderApp; readonly may: boolean }) {
  const verifying = useAction();
  const consenting = useAction();
  const toast = useToast();
  const [asksConsent, setAsksConsent] = useState(false);
  const verify = async () => {
    if (await verifying.run('POST', `provider-apps/${app.provider_app_id}/verify`)) toast('Checked');
  };
  return (
    <Card
      title="Checks"
      actions={
        may && (
          <>
            <button
              type="button"
              class="button small"
              aria-expanded={asksConsent}
              onClick={() => setAsksConsent(!asksConsent)}
            >
              {statusOf(app, 'oauth') === 'passed' ? 'Consent again' : 'Trial consent'}
            </button>
            <Button
              look="small"
              words={verifying.isPending ? 'Asking…' : 'Check now'}
              isDisabled={verifying.isPending}
              onClick={verify}
            />
          </>
        )
      }
    >
      <CheckList app={app} />
      {asksConsent && (
        <div class="pad">
          <ConsentButton app={app} action={consenting} isAgain={false} />
        </div>
      )}
      {verifying.failure && <FailureNote failure={verifying.failure} />}
    </Card>
  );
}

interface CredentialsCardProps {
  readonly app: ProviderApp;
  readonly may: boolean;
}

/** Which credentials are stored; each can be replaced separately. */
function CredentialsCard({ app, may }: CredentialsCardProps) {
  const [rotating, setRotating] = useState<Credential>();
  const end = app.client_id_last_four;
  const rows: readonly (readonly [Credential, string, string])[] = [
    ['client_id', 'Client ID', app.has_client_id ? (end === null ? 'Kept' : `…${end}`) : 'Missing'],
    ['client_secret', 'Client secret', app.has_client_secret ? 'Kept' : 'Missing'],
    ['webhook_signing_key', 'Webhook signing key', app.has_webhook_signing_key ? 'Kept' : 'Missing'],
  ];
  return (
    <Card title="Credentials">
      <ul class="credentials">
        {rows.map(([name, label, state]) => (
          <li key={name}>
            <span>{label}</span>
            <span class="quiet">{state}</span>
            {may && (
              <Button
                look="small"
                words="Replace…"
                label={`Replace the ${label.toLowerCase()}`}
                onClick={() => setRotating(name)}
              />
            )}
          </li>
        ))}
      </ul>
      {rotating && <RotateCredential app={app} credential={rotating} onClose={() => setRotating(undefined)} />}
    </Card>
  );
}
