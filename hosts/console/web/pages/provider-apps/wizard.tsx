import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Action, useAction } from '../../api/use-action.ts';
import type { ProviderApp } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { FailureNote, Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { isDone, statusOf, stepAsked, type WizardStep } from '../../words/wizard-steps.ts';
import { CheckList } from './check-list.tsx';
import { ConsentButton } from './consent-button.tsx';
import { CredentialsStep } from './credentials-step.tsx';
import { RegisterStep } from './register-step.tsx';
import { type StepProps, Stepper } from './stepper.tsx';

/** The setup of an app at the URL's step, or at the step that is due; going back and reloading keep the step. */
export function Wizard({ app }: { readonly app: ProviderApp }) {
  const { to } = usePlace();
  const { query, route } = useLocation();
  const here = stepAsked(app, query['step']);
  const hrefOf = (step: WizardStep) => to(`provider-apps/${app.provider_app_id}?step=${step}`);
  const Step = steps[here];
  const address = hrefOf(here);
  // The URL names every step, even the one where the setup was resumed, because going back must not lead forward.
  useEffect(() => {
    if (query['step'] !== here) route(address, true);
  }, [query['step'], here, address, route]);
  return (
    <>
      <PageHead
        title={app.name}
        badge={<StateBadge state={app.status} />}
        up={{ href: to('provider-apps'), label: 'Provider apps' }}
        under="You can stop after any step and come back."
      />
      <Stepper here={here} app={app} hrefOf={hrefOf} />
      <Step key={here} app={app} hrefOf={hrefOf} go={(step) => route(hrefOf(step))} />
    </>
  );
}

const steps = {
  name: RegisterStep,
  register: RegisterStep,
  credentials: CredentialsStep,
  consent: ConsentStep,
  verify: VerifyStep,
} as const;

const atTheProvider =
  'At the provider, on the app’s webhook page, press “Send intent to receive”. What changes is seen here by itself.';

/** The live list of checks; once all have passed, the app's page replaces it. */
function VerifyStep({ app, hrefOf }: StepProps) {
  const action = useAction();
  const verify = useVerify(app, action);
  const failure = action.failure;
  return (
    <section class="card wizard">
      <div class="wizard-body">
        <h2>Verification</h2>
        <p>{statusOf(app, 'webhook') === 'passed' ? 'The webhook address is known to work.' : atTheProvider}</p>
        <CheckList app={app} />
        {failure && <FailureNote failure={failure} />}
      </div>
      <footer class="wizard-foot">
        <LinkButton
          words={isDone(app, 'consent') ? 'Back' : 'To the consent'}
          href={hrefOf(isDone(app, 'consent') ? 'credentials' : 'consent')}
        />
        <Button
          look="primary"
          words={action.isPending ? 'Asking the provider…' : 'Check now'}
          isDisabled={action.isPending}
          onClick={verify}
        />
      </footer>
    </section>
  );
}

/** Verifies on demand, once when the page opens, and once when the provider's check of the webhook has arrived. */
function useVerify(app: ProviderApp, action: Action): () => void {
  const seen = useRef<string | undefined>(undefined);
  const { provider_app_id: id, intent_received_at: intentAt } = app;
  const verify = () => void action.run('POST', `provider-apps/${id}/verify`);
  useEffect(() => {
    const occasion = intentAt ?? 'none';
    if (seen.current === occasion) return;
    const isFirst = seen.current === undefined;
    seen.current = occasion;
    const isWaiting = statusOf(app, 'credentials') === 'waiting' || statusOf(app, 'webhook') === 'waiting';
    if (isWaiting && (isFirst || intentAt !== null)) verify();
  });
  return verify;
}

function ConsentStep({ app, hrefOf }: StepProps) {
  const action = useAction();
  const isGiven = isDone(app, 'consent');
  return (
    <section class="card wizard">
      <div class="wizard-body">
        <h2>Consent once, as a customer would</h2>
        <p>
          The provider opens in a new tab. Sign in there, choose any organization – a demo company will do – and allow
          access. This connects and stores nothing; this page notices by itself when you are back.
        </p>
        <CheckList app={app} only={['oauth', 'scopes']} />
        {isGiven && <Note tone="good">The consent has arrived with every scope that is needed.</Note>}
        <ConsentButton app={app} action={action} isAgain={isGiven} />
      </div>
      <footer class="wizard-foot">
        <LinkButton words="Back" href={hrefOf('credentials')} />
        <LinkButton
          look={isGiven ? 'primary' : ''}
          words={isGiven ? 'Go on' : 'Skip for now'}
          href={hrefOf('verify')}
        />
      </footer>
    </section>
  );
}
